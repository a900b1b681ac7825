"""The kinds of small faults that are planted: most are Cosmic Ray's, a few are our own.

An operator says where in a syntax tree of parso it can plant its fault, and plants it there.
"""

from collections.abc import Iterator
from typing import Any, ClassVar, Protocol

from cosmic_ray.ast import get_ast
from cosmic_ray.plugins import get_operator

Position = tuple[tuple[int, int], tuple[int, int]]


class Operator(Protocol):
    """What Cosmic Ray asks of an operator."""

    def mutation_positions(self, node: Any) -> Iterator[Position]:
        """Where faults can be planted in this node itself, from and to."""

    def mutate(self, node: Any, index: int) -> Any:
        """The node with the fault planted at the *index*th of those positions."""


def _replaced(node: Any, place: int, code: str) -> Any:
    node.children[place] = get_ast(code)
    return node


class NegatedCondition:
    """Take the opposite of a condition: of if, elif and while, and in comprehensions.

    Cosmic Ray's own passes over elif and comprehensions, and negates `a` of `a or b` alone. A mere
    comparison and `not` are left to the operators that change these.
    """

    _PLACES: ClassVar[dict[str, tuple[int, ...]]] = {"comp_if": (1,), "while_stmt": (1,)}

    _LEFT = ("comparison", "not_test")

    def mutation_positions(self, node: Any) -> Iterator[Position]:
        """Every condition of this node."""
        for place in self._places(node):
            yield node.children[place].start_pos, node.children[place].end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """`if a or b` becomes `if not (a or b)`."""
        place = self._places(node)[index]
        return _replaced(node, place, f" not ({node.children[place].get_code()})")

    def _places(self, node: Any) -> tuple[int, ...]:
        places = self._PLACES.get(node.type, ())
        if node.type == "if_stmt":
            words = (at for at, each in enumerate(node.children) if each.type == "keyword")
            places = tuple(at + 1 for at in words if node.children[at].value in ("if", "elif"))
        return tuple(at for at in places if node.children[at].type not in self._LEFT)


class OneBranch:
    """Take always the first, or always the other value of a conditional expression."""

    _BRANCHES = (0, 4)

    def mutation_positions(self, node: Any) -> Iterator[Position]:
        """Both of its values."""
        if node.type in ("ternary", "test"):
            for place in self._BRANCHES:
                yield node.children[place].start_pos, node.children[place].end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """`a if c else b` becomes `a`, or `b`."""
        return node.children[self._BRANCHES[index]]


class Membership:
    """Swap `in` and `not in`."""

    def mutation_positions(self, node: Any) -> Iterator[Position]:
        """Every such word of a comparison."""
        for place in self._places(node):
            yield node.children[place].start_pos, node.children[place].end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """`a in b` becomes `a not in b`."""
        place = self._places(node)[index]
        word = node.children[place].get_code().strip()
        return _replaced(node, place, " not in" if word == "in" else " in")

    def _places(self, node: Any) -> tuple[int, ...]:
        if node.type != "comparison":
            return ()
        words = [(at, node.children[at].get_code()) for at in range(1, len(node.children), 2)]
        return tuple(at for at, word in words if word.split() in (["in"], ["not", "in"]))


class AugmentedSign:
    """Swap += and -=, |= and &=."""

    _SWAPS: ClassVar = {"+=": "-=", "-=": "+=", "|=": "&=", "&=": "|="}

    def mutation_positions(self, node: Any) -> Iterator[Position]:
        """The sign itself."""
        if node.type == "operator" and node.value in self._SWAPS:
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """`a += b` becomes `a -= b`."""
        node.value = self._SWAPS[node.value]
        return node


class NothingReturned:
    """Return None instead of a value; False is left, as it often comes to the same."""

    def mutation_positions(self, node: Any) -> Iterator[Position]:
        """A statement that returns something."""
        if node.type == "return_stmt" and node.children[1].get_code().strip() not in (
            "None",
            "False",
        ):
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """`return a` becomes `return None`."""
        lines = "\\\n" * node.children[1].get_code().count("\n")  # what follows stays where it was
        return _replaced(node, 1, f" {lines}None")


SENTENCES = ("Line", "Phrase", "Problem")
CODES = "_CODES"  # ends the name of a table of codes


class ExchangedCode:
    """Say another sentence, or at another field: a code that stands there in another call."""

    def mutation_positions(self, node: Any) -> Iterator[Position]:
        """Every code, and every field, of a call that makes a sentence, and codes in a table."""
        if _slot(node) is not None:
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """`Line(seat, points, "won")` becomes `Line(seat, points, "lost")`."""
        own, slot = node.value, _slot(node)
        every = {each.value for each in _strings(node.get_root_node()) if _slot(each) == slot}
        others = sorted(every - {own}, key=lambda other: (other < own, other))
        node.value = others[0] if others else f"{own[:-1]}_other{own[-1]}"
        return node


def _strings(node: Any) -> Iterator[Any]:
    if node.type == "string":
        yield node
    for child in getattr(node, "children", ()):
        yield from _strings(child)


def _slot(node: Any) -> tuple[str, object] | None:
    """Of a string in a call that makes a sentence: the called name, and which argument it is."""
    if node.type != "string":
        return None
    if _table_of(node):
        return _table_of(node), None
    inner, around = node, node.parent
    while around.type in ("ternary", "test") or (
        around.type == "argument" and around.children[0] is not inner
    ):
        inner, around = around, around.parent
    arguments = around.children if around.type == "arglist" else [inner]
    call = around.parent if around.type == "arglist" else around
    called = _called(call)
    if called not in SENTENCES:
        return None
    if inner.type == "argument":
        return called, inner.children[0].value
    return called, [each for each in arguments if each.type != "operator"].index(inner)


def _table_of(string: Any) -> str:
    """The table of codes that a string is a value in, one of its keys apart; empty for none."""
    after, around = string.get_next_sibling(), string
    if after is not None and after.type == "operator" and after.value == ":":
        return ""
    while around.type not in ("expr_stmt", "funcdef", "trailer", "file_input"):
        around = around.parent
    name = around.children[0].get_code().strip() if around.type == "expr_stmt" else ""
    return name if name.endswith(CODES) else ""


def _called(trailer: Any) -> str:
    """The plain name before the brackets of a call; empty for whatever else this is."""
    if trailer.type != "trailer" or trailer.children[0].value != "(":
        return ""
    name = trailer.parent.children[0]
    return name.value if name.type == "name" and trailer.parent.children[1] is trailer else ""


class AnotherValue:
    """Fill a gap of a sentence with something else: another seat, side, amount or number."""

    _ONE = ("Amount", "HalfPoints", "Money", "NamedSeat", "NamedSide", "_amount", "_seat")
    _SEVERAL = ("Counts", "NamedSeats", "Terms")
    _PLAIN = ("number", "string", "keyword")

    def mutation_positions(self, node: Any) -> Iterator[Position]:
        """What a typed value holds, and each plain value of a dictionary in a function."""
        for place in self._places(node):
            yield node.children[place].start_pos, node.children[place].end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """`NamedSeat(a)` becomes `NamedSeat((a) + 1)`, `Terms(a)` becomes `Terms((a)[1:])`."""
        place = self._places(node)[index]
        change = "[1:]" if _called(node) in self._SEVERAL else " + 1"
        return _replaced(node, place, f" ({node.children[place].get_code().strip()}){change}")

    def _places(self, node: Any) -> tuple[int, ...]:
        if _called(node) in (*self._ONE, *self._SEVERAL):
            return () if node.children[1].type == "arglist" else (1,)
        if node.type != "dictorsetmaker" or not _is_in_function(node):
            return ()
        keys = range(len(node.children) - 2)
        return tuple(
            at + 2
            for at in keys
            if node.children[at].type == "string"
            and node.children[at + 1].get_code().strip() == ":"
            and not self._is_left(node.children[at + 2])
        )

    def _is_left(self, value: Any) -> bool:
        """Whether another operator changes it."""
        calls = (*self._ONE, *self._SEVERAL)
        is_call = value.type == "atom_expr" and _called(value.children[-1]) in calls
        return is_call or value.type in self._PLAIN


def _is_in_function(node: Any) -> bool:
    while node is not None and node.type != "funcdef":
        node = node.parent
    return node is not None


_NAMES = (
    "ReplaceBinaryOperator_Add_Sub",
    "ReplaceBinaryOperator_Sub_Add",
    "ReplaceBinaryOperator_Mul_FloorDiv",
    "ReplaceBinaryOperator_FloorDiv_Mul",
    "ReplaceBinaryOperator_Div_Mul",
    "ReplaceBinaryOperator_Mod_FloorDiv",
    "ReplaceBinaryOperator_LShift_RShift",
    "ReplaceBinaryOperator_RShift_LShift",
    "ReplaceBinaryOperator_BitAnd_BitOr",
    "ReplaceBinaryOperator_BitOr_BitAnd",
    "ReplaceComparisonOperator_Eq_NotEq",
    "ReplaceComparisonOperator_NotEq_Eq",
    "ReplaceComparisonOperator_Lt_LtE",
    "ReplaceComparisonOperator_LtE_Lt",
    "ReplaceComparisonOperator_Gt_GtE",
    "ReplaceComparisonOperator_GtE_Gt",
    "ReplaceComparisonOperator_Is_IsNot",
    "ReplaceComparisonOperator_IsNot_Is",
    "ReplaceUnaryOperator_Delete_Not",
    "ReplaceUnaryOperator_Delete_USub",
    "ReplaceTrueWithFalse",
    "ReplaceFalseWithTrue",
    "ReplaceAndWithOr",
    "ReplaceOrWithAnd",
    "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak",
    "ExceptionReplacer",
    "NumberReplacer",
    "ZeroIterationForLoop",
)
OPERATORS: tuple[Operator, ...] = (
    *(get_operator(f"core/{name}")() for name in _NAMES),
    NegatedCondition(),
    OneBranch(),
    ExchangedCode(),
    AnotherValue(),
    Membership(),
    AugmentedSign(),
    NothingReturned(),
)
