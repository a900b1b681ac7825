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
    """Take the opposite of a condition: of if, elif and while, and inside expressions.

    Cosmic Ray's own passes over elif and comprehensions, and negates `a` of `a or b` alone. A mere
    comparison and `not` are left to the operators that change these.
    """

    _PLACES: ClassVar[dict[str, tuple[int, ...]]] = {
        "ternary": (2,),
        "test": (2,),
        "comp_if": (1,),
        "while_stmt": (1,),
    }

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
    "ReplaceComparisonOperator_Lt_GtE",
    "ReplaceComparisonOperator_LtE_Lt",
    "ReplaceComparisonOperator_LtE_Gt",
    "ReplaceComparisonOperator_Gt_GtE",
    "ReplaceComparisonOperator_Gt_LtE",
    "ReplaceComparisonOperator_GtE_Gt",
    "ReplaceComparisonOperator_GtE_Lt",
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
    Membership(),
    AugmentedSign(),
    NothingReturned(),
)
