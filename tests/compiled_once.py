"""What every application of a run compiles anew, compiled once: routes and templates."""

from collections.abc import Callable
from types import CodeType

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule

Builder = Callable[..., tuple[str, str]]
CompileBuilder = Callable[[Rule, bool], Builder]


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


def compiled_once(compile_builder: CompileBuilder) -> CompileBuilder:
    """The same as Werkzeug's *compile_builder*, which makes the addresses of a route.

    What it makes belongs to no application: it is given the route whenever it is called.
    """
    made: dict[tuple[str, str, bool], Builder] = {}

    def compiled(rule: Rule, append_unknown: bool = True) -> Builder:
        key = repr(rule._trace), repr(rule.defaults), append_unknown
        if key not in made:
            made[key] = compile_builder(rule, append_unknown)
        return made[key]

    return compiled
