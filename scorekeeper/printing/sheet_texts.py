"""What a printed sheet says: its rounds, its notes and how it stands, in words."""

from collections.abc import Iterator, Sequence

from scorekeeper.core.codec import record_of
from scorekeeper.core.game import Unit
from scorekeeper.core.ledger import Ledger, LedgerRound, reason_of
from scorekeeper.files.seating import names_by_round
from scorekeeper.files.sheet import Sheet
from scorekeeper.i18n.currencies import EURO
from scorekeeper.i18n.house_rule_messages import house_rule_texts
from scorekeeper.i18n.messages import Messages, Names
from scorekeeper.printing.page_values import EmptyRound, PaperRound, Place
from scorekeeper.printing.text_width import Face, names_on_one_line, short_names, text_width
from scorekeeper.summary import result
from scorekeeper.summary.standing import standing

BOOKMARK_EVERY = 20  # rounds, where there are more than twice as many
NAME_IN_REASON, NAME_IN_CELL = 9.0, 5.0  # em
PLACE_SIZE, PLACE_NUMBER = 1.2, 2.5  # em: the size of the standing, and what stands beside a name


def status(sheet: Sheet, ledger: Ledger, messages: Messages, *, over: bool) -> str:
    """How far the sheet is, or who has won."""
    if over:
        return result.result(sheet, ledger, messages)
    if not ledger.deals:
        return messages.text("print.not_begun")
    return messages.text("print.as_of", count=ledger.deals)


def notes(sheet: Sheet, messages: Messages) -> Iterator[str]:
    """Who plays and deals first, and who took over from whom."""
    players, text = sheet.players, messages.text
    dealer = text("history.first_dealer", name=players[sheet.setup.first_dealer])
    named = messages.joined("text.comma", players)
    yield text(
        "text.pair", name=text("new.names"), value=text("text.with_note", text=named, note=dealer)
    )
    substitutes = [
        text(
            "seats.from",
            number=sheet.ledger.label_at(each.round),
            player=each.player,
            seat=players[each.seat],
        )
        for each in sheet.head.seating
    ]
    if substitutes:
        told = messages.joined("text.semicolon", substitutes)
        yield text("text.pair", name=text("seats.substitutes"), value=told)


def house_rules(sheet: Sheet, messages: Messages) -> str:
    """The house rules that differ from the usual and the stake; empty where there are none."""
    chosen = record_of(sheet.game.house).write(sheet.house)
    house = house_rule_texts(sheet.game, chosen, sheet.head.stake, messages)
    if not house:
        return ""
    pairs = [messages.text("text.pair", name=name, value=value) for name, value in house]
    told = messages.joined("text.semicolon", pairs)
    return messages.text("text.pair", name=messages.text("nav.house"), value=told)


def unit(of: Unit, messages: Messages) -> str:
    """What the numbers in the columns are: whole cents are shorter than amounts of money."""
    if of is Unit.CENTS:
        return messages.text("print.cents") if messages.currency == EURO else messages.money(1)
    return messages.text("print.chips" if of is Unit.CHIPS else "print.points")


def rounds(sheet: Sheet, ledger: Ledger, messages: Messages) -> Iterator[PaperRound]:
    """Every round, as it stands in its row."""
    marked = len(ledger.rounds) > 2 * BOOKMARK_EVERY
    for played, names in zip(ledger.rounds, names_by_round(sheet), strict=False):
        is_marked = marked and played.number % BOOKMARK_EVERY == 1
        yield PaperRound(
            played.label,
            tuple(_parts(sheet, played, names, messages)),
            tuple(messages.number(each) for each in played.score.points),
            tuple(messages.number(each) for each in played.totals),
            names_on_one_line(names.players, Face.WORDS, NAME_IN_CELL),
            _ends_turn(played.table.number, played.table.seats),
            messages.text("history.round", number=played.label) if is_marked else "",
        )


def empty_rounds(ledger: Ledger, count: int) -> Iterator[EmptyRound]:
    """So many deals to come, with their numbers."""
    for number in range(ledger.table.number, ledger.table.number + count):
        yield EmptyRound(str(number), _ends_turn(number, ledger.table.seats))


def _ends_turn(deal: int, seats: int) -> bool:
    """Whether everybody has dealt once more; with four, every fourth deal."""
    return deal % seats == 0


def _parts(sheet: Sheet, played: LedgerRound, names: Names, messages: Messages) -> Iterator[str]:
    """A round, and why it does not count where it no longer fits."""
    game = sheet.game
    players = short_names(names.players, Face.WORDS, NAME_IN_REASON)
    if players != names.players:
        names = Names.at(game, sheet.house, players)
    for phrase in reason_of(game, played.round.observation, played.table):
        yield messages.phrase(game.slug, "reason", phrase, names)
    for problem in played.problems:
        yield messages.problem(game.slug, problem, names)


def places(
    names: Sequence[str], sheet: Sheet, ledger: Ledger, messages: Messages, width: float
) -> tuple[Place, ...]:
    """The standing, the best first, in a column so many em wide; equal totals share a place."""
    if not ledger.rounds:
        return ()
    totals = [messages.points(each, sheet.unit) for each in ledger.totals]
    room = width / PLACE_SIZE - max(text_width(each, Face.BOLD_FIGURES) for each in totals)
    shown = names_on_one_line(tuple(names), Face.BOLD_FIGURES, room - PLACE_NUMBER)
    return tuple(
        Place(
            str(place.number),
            shown[place.side],
            totals[place.side],
            place.side in ledger.leaders,
        )
        for place in standing(ledger)
    )
