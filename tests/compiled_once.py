"""What every application of a run compiles anew, compiled once: routes and templates."""

from collections.abc import Callable
from types import CodeType, MethodType
from typing import Any, cast

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule

Compile = Callable[[Rule], None]


class CompiledTemplates(BytecodeCache):
    """The code of templates by their names and what stands in them."""

    def __init__(self) -> None:
        self._codes: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give a template its code, if there is any."""
        bucket.code = self._codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code of a template."""
        assert bucket.code is not None
        self._codes[bucket.key, bucket.checksum] = bucket.code


def compiled_once(compile_rule: Compile) -> Compile:
    """The same as Werkzeug's *compile_rule*, which reads a route and makes its addresses.

    What it makes belongs to no application: the addresses are given the route whenever they are
    made, and nothing of ours asks a converter for the map that it was made for.
    """
    made: dict[tuple[object, ...], Rule] = {}

    def compiled(rule: Rule) -> None:
        converters = tuple(rule.map.converters.values())
        where = rule.map.host_matching, rule.host, rule.subdomain
        key = rule.rule, rule.merge_slashes, repr(rule.defaults), where, converters
        if key not in made:
            compile_rule(rule)
            made[key] = rule
            return
        known = made[key]
        rule._parts, rule._trace, rule._converters = known._parts, known._trace, known._converters
        rule.arguments |= known.arguments
        rule._build = MethodType(_function(known._build), rule)
        rule._build_unknown = MethodType(_function(known._build_unknown), rule)

    return compiled


def _function(bound: Callable[..., Any]) -> Callable[..., Any]:
    """What Werkzeug has bound to a route."""
    return cast(MethodType, bound).__func__
