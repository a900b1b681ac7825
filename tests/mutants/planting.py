"""The mutants of a module: its text with one small fault planted in it, one after the other."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from itertools import accumulate, takewhile
from pathlib import Path
from typing import Any

from cosmic_ray.ast import ast_nodes, get_ast

from tests.mutants.operators import OPERATORS, Operator

# Promises to readers and type checkers that no table can see broken.
GUARDS = {"frozen", "kw_only", "slots", "strict"}
ANNOTATED = {"annassign", "tfpdef", "param"}


@dataclass(frozen=True)
class Place:
    """Where a fault is planted, in words that stay true when lines are added above it."""

    module: str  # its path in the checkout
    function: str  # its name, with those of the classes and functions around it; "" outside of any
    line: str
    becomes: str


@dataclass(frozen=True)
class Mutant:
    """The whole text of a module with one fault in it."""

    place: Place
    text: str


def mutants_of(checkout: Path, module: str) -> Iterator[Mutant]:
    """All of a module that Python can compile, each once."""
    source = (checkout / module).read_text(encoding="utf-8")
    seen = {source}
    for node, text in _texts(source):
        if text not in seen and _compiles(text):
            seen.add(text)
            yield Mutant(Place(module, _function_of(node), *_change(source, text)), text)


def _texts(source: str) -> Iterator[tuple[Any, str]]:
    nodes = list(ast_nodes(get_ast(source)))
    lines = [0, *accumulate(len(line) + 1 for line in source.split("\n"))]
    for operator in OPERATORS:
        for node in nodes:
            for index, _ in enumerate(operator.mutation_positions(node)):
                if not _is_guard(node) and not _is_union_in_annotation(node):
                    yield node, _with_fault(source, lines, node, operator, index)


def _with_fault(source: str, lines: list[int], node: Any, operator: Operator, index: int) -> str:
    """The text with a fault in the node; *lines* are the places where the text's lines begin.

    The tree of the module is made once: a copy of the node takes its place in it for a moment.
    """
    (first, column), (last, end) = node.get_start_pos_of_prefix(), node.end_pos
    copied = deepcopy(node, {id(node.parent): node.parent})  # of the tree above, nothing is copied
    with _in_place(node, copied):
        code: str = operator.mutate(copied, index).get_code()
    return source[: lines[first - 1] + column] + code + source[lines[last - 1] + end :]


@contextmanager
def _in_place(node: Any, other: Any) -> Iterator[None]:
    siblings = node.parent.children
    place = next(at for at, each in enumerate(siblings) if each is node)
    siblings[place] = other
    try:
        yield
    finally:
        siblings[place] = node


def _ancestors(node: Any) -> Iterator[Any]:
    while node is not None:
        yield node
        node = node.parent


def _is_guard(node: Any) -> bool:
    """Whether it is the value of one of these keyword arguments."""
    around = node.parent
    return (
        around is not None
        and around.type == "argument"
        and around.children[0].get_code().strip() in GUARDS
    )


def _is_union_in_annotation(node: Any) -> bool:
    """Whether it is the sign between types; with another one Python refuses the module."""
    if node.get_code().strip() != "|":
        return False
    kinds = {each.type for each in _ancestors(node)}
    return bool(kinds & ANNOTATED) or "suite" not in kinds


def _function_of(node: Any) -> str:
    around = [each.name.value for each in _ancestors(node) if each.type in ("funcdef", "classdef")]
    return ".".join(reversed(around))


def _compiles(text: str) -> bool:
    try:
        compile(text, "mutant", "exec")
    except SyntaxError:
        return False
    return True


def _change(source: str, text: str) -> tuple[str, str]:
    """The lines that differ, before and after, on one line each."""
    before, after = source.splitlines(), text.splitlines()
    same = _same_at_the_start(before, after)
    before, after = before[same:], after[same:]
    same = _same_at_the_start(before[::-1], after[::-1])
    return one_line(before[: len(before) - same]), one_line(after[: len(after) - same])


def _same_at_the_start(some: Sequence[str], others: Sequence[str]) -> int:
    pairs = zip(some, others, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def one_line(lines: Sequence[str]) -> str:
    """Lines of code as one, without comments and surplus blanks."""
    text = " ".join(line.split("  # ")[0].rstrip("\\") for line in lines)
    return re.sub(r"([(\[]) ", r"\1", re.sub(r"\s+", " ", text)).strip()
