"""Which faults are planted in a module, and where."""

from pathlib import Path

import pytest

from tests.mutants.planting import Place, mutants_of

MODULE = "scorekeeper/module.py"


def planted(folder: Path, text: str) -> list[Place]:
    (folder / "scorekeeper").mkdir()
    (folder / MODULE).write_text(text)
    return [mutant.place for mutant in mutants_of(folder, MODULE)]


@pytest.mark.parametrize(
    ("line", "faults"),
    [
        ("KINGS = 4", {"KINGS = 5", "KINGS = 3"}),
        ("fits = a <= b", {"fits = a < b"}),
        ("fits = a == b", {"fits = a != b"}),
        ("fits = a in b", {"fits = a not in b"}),
        ("fits = a not in b", {"fits = a in b"}),
        ("fits = a and b", {"fits = a or b"}),
        ("fits = not a", {"fits = a"}),
        ("fits = True", {"fits = False"}),
        ("rest = a - b", {"rest = a + b"}),
        ("rest -= a", {"rest += a"}),
        ("debt = -a", {"debt = a"}),
        ("won = a if b or c else d", {"won = a", "won = d", "won = a if b and c else d"}),
        ("found = Line(0, a, 'won' if b else 'lost')", {
            "Line(0, a, 'won')", "Line(0, a, 'lost')", "'lost' if b else 'lost'",
            "'won' if b else 'won'", "Line(1, ", "Line(-1, "}),
        ("found = Problem('sum', field='roem')", {
            "Problem('sum_other', field='roem')", "Problem('sum', field='roem_other')"}),
        ("seen = [Phrase('a', {'b': c}, 'd'), Phrase('e', f, 'g')]", {
            "Phrase('e', {", "Phrase('a', f", "{'b': c}, 'g')", "f, 'd')"}),
        ("WON_CODES = {A: ('a', 'b'), 'key': 'c'}", {"('b', 'b')", "('a', 'c')", "'key': 'a'"}),
        ("by = NamedSeat(a)", {"NamedSeat((a) + 1)"}),
        ("by = NamedSeats(a)", {"NamedSeats((a)[1:])"}),
        ("def found(): yield {'given': a, 'seat': NamedSeat(b), **c}", {
            "'given': (a) + 1", "NamedSeat((b) + 1)"}),
        ("NAMES = {'given': a}", set()),
        ("won = [a for a in b if a]", {"won = [a for a in b if not (a)]"}),
        ("tricks: Annotated[int, Whole(4, 9)]", {"(5, 9)", "(3, 9)", "(4, 10)", "(4, 8)"}),
        ("@dataclass(frozen=True, slots=True, kw_only=True)\nclass Round: pass", set()),
        ("pairs = zip(a, b, strict=True)", set()),
        ('"""Four kings are 4 cards."""', set()),
        ("dealer: int | None", set()),
    ],
)  # fmt: skip
def test_each_kind_of_fault_is_planted_once(tmp_path: Path, line: str, faults: set[str]) -> None:
    found = [place.becomes for place in planted(tmp_path, line + "\n")]
    assert len(found) == len(faults)
    for fault in faults:
        assert any(fault in each for each in found), (fault, found)


METHOD = """\
class Table:
    def won(self):
        if self.a:
            return self.b
        elif (
            self.c and
            self.d
        ):
            return None
"""


def test_faults_inside_functions_say_which_and_keep_their_line(tmp_path: Path) -> None:
    found = planted(tmp_path, METHOD)
    assert {(place.module, place.function) for place in found} == {(MODULE, "Table.won")}
    assert {(place.line, place.becomes) for place in found} == {
        ("if self.a:", "if not (self.a):"),
        ("return self.b", "return None"),
        ("self.c and", "self.c or"),
        ("elif (self.c and self.d ):", "elif not ((self.c and self.d )):"),
    }
