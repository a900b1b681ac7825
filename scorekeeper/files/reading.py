"""Reading a sheet file: everything that is wrong with it is found, and said where."""

import json
import logging
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from io import BufferedReader, BytesIO
from typing import Any, NoReturn

from scorekeeper.core.agreed_points import is_beside_deals
from scorekeeper.core.codec import record_of
from scorekeeper.core.game import Game, Round, Unit
from scorekeeper.core.names import NAME, name_key
from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import MalformedError, Place, printable
from scorekeeper.core.stake import Stake
from scorekeeper.files.faults import Fault, FaultyFileError
from scorekeeper.files.former_texts import with_names_apart
from scorekeeper.files.sheet import (
    ATTACHMENT,
    FORMAT,
    ROUNDS_AT_MOST,
    SIZE_AT_MOST,
    Games,
    Head,
    Sheet,
    Substitution,
)
from scorekeeper.files.sheet_link import is_link, linked_text
from scorekeeper.games.registry import GAMES

SEAT = Place()
PDF = b"%PDF-"  # how a printed sheet begins

logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # we say ourselves what is wrong


def read(text: bytes, games: Games = GAMES) -> Sheet:
    """The sheet in a file whose every round fits; raises FaultyFileError."""
    return checked(with_names_apart(loaded(text)), games)


def checked(data: Any, games: Games = GAMES) -> Sheet:
    """The sheet that plain data describe, every round of which fits; raises FaultyFileError."""
    sheet = parsed(data, games)
    if sheet.ledger.misfits:
        raise FaultyFileError(
            Fault(problem, played.number, sheet.game.slug, names)
            for played, names in sheet.named_rounds
            for problem in played.problems
        )
    return sheet


def loaded(text: bytes, at_most: int = SIZE_AT_MOST) -> Any:
    """The plain data in a file, a printed sheet or a link with a sheet; raises FaultyFileError.

    Fractions are Decimals.
    """
    try:
        text = _sized(text, at_most)
        if text.startswith(PDF):
            text = _sized(_sheet_in(_sized(text, SIZE_AT_MOST)), SIZE_AT_MOST)
        elif is_link(text):
            text = linked_text(text)
        return json.loads(
            text.decode("utf-8-sig"),
            parse_float=Decimal,
            parse_constant=_no_constant,
            object_pairs_hook=_object,
        )
    except MalformedError as malformed:
        refuse(malformed.problem(None))
    except UnicodeDecodeError:
        refuse(Problem("not_utf8"))
    except json.JSONDecodeError as error:
        refuse(Problem("not_json", {"line": error.lineno, "column": error.colno}))
    except (RecursionError, ValueError, ArithmeticError):  # too deep, too many digits
        refuse(Problem("beyond_reason"))


def _sized(text: bytes, at_most: int) -> bytes:
    if len(text) > at_most:
        raise MalformedError(Problem("file_too_large", {"bytes": at_most}))
    return text


class _Unsearched(BytesIO):
    """A PDF that is never read as a whole behind a buffer.

    For every object that does not lie where its table says, pypdf reads and searches all of it.
    """

    def readall(self) -> NoReturn:
        """Refuse; raises MalformedError."""
        raise MalformedError(Problem("pdf_broken"))


def _sheet_in(pdf: bytes) -> bytes:
    """The text of the sheet file in a PDF; raises MalformedError where there is none to read."""
    try:
        from pypdf import PdfReader  # noqa: PLC0415 - most sheets come without a PDF around them

        reader = PdfReader(BufferedReader(_Unsearched(pdf)))
        is_encrypted = reader.is_encrypted
        attached = None if is_encrypted else reader.attachments.get(ATTACHMENT)
    except ImportError:  # without a server it is fetched only now
        raise MalformedError(Problem("pdf_reader_missing")) from None
    except Exception:  # whatever a broken file can lead to
        raise MalformedError(Problem("pdf_broken")) from None
    if not attached:
        raise MalformedError(Problem("pdf_encrypted" if is_encrypted else "pdf_without_sheet"))
    return attached[0]


def parsed(data: Any, games: Games) -> Sheet:
    """The sheet that plain data describe, every key looked at; raises FaultyFileError."""
    if not isinstance(data, Mapping):
        refuse(Problem("object"))
    if data.get("format") != FORMAT:
        refuse(Problem("format", {"format": FORMAT}, "format"))
    slug = data.get("game")
    if not isinstance(slug, str) or slug not in games:
        refuse(Problem("choice", {"offered": ", ".join(games)}, "game"))
    return _parsed(data, games[slug])


def _parsed(data: Mapping[str, Any], game: Game[Any, Any]) -> Sheet:
    whole: list[Problem] = []
    players = players_of(data.get("players", ()), game, whole)
    if whole:
        refuse(*whole)  # without its seats nothing else can be judged
    house = house_for_any_of([len(players)], data.get("house", {}), game, whole)
    own_keys = {"format", "game", "players", "house", "rounds"}
    rest = {key: value for key, value in data.items() if key not in own_keys}
    head = record_of(Head).collect(rest, len(players), whole)
    in_rounds: list[Fault] = []
    if "rounds" not in data:
        whole.append(Problem("missing", field="rounds", incomplete=True))
    rounds = _rounds(data.get("rounds", ()), game, len(players), in_rounds)
    if head is not None:
        whole += seating_problems(players, head.seating)
    if head is not None and house is not None:
        whole += stake_problems(game, house, head.stake)
    if whole or in_rounds:
        raise FaultyFileError([*(Fault(problem, slug=game.slug) for problem in whole), *in_rounds])
    return Sheet(game, players, house, tuple(rounds), head)


def house_for_any_of(
    counts: Sequence[int], value: Any, game: Game[Any, Any], problems: list[Problem]
) -> Any:
    """The house rules that plain data describe, where they suit one of these numbers of players.

    None where they suit none of them, with what is wrong added to *problems*.
    """
    if not isinstance(value, Mapping):
        problems.append(Problem("object", field="house"))
        return None
    unsuited = list[Problem]()
    for seats in counts:
        unsuited = []
        house = record_of(game.house).collect(value, seats, unsuited)
        unsuited += () if house is None else game.check_house(house, seats)
        if not unsuited:
            return house
    problems += unsuited
    return None


def stake_problems(game: Game[Any, Any], house: Any, stake: Stake | None) -> Iterator[Problem]:
    """Why nobody can play for a stake under these house rules."""
    if stake is not None and game.unit(house) is not Unit.POINTS:
        yield Problem("stake_where_points_are_money", field="stake")


def house_rules_problems(slug: str, value: Any, stake: Stake | None) -> Iterator[Problem]:
    """Why a group cannot agree on these house rules, as plain data, and stake for a game."""
    game, problems = GAMES.get(slug), list[Problem]()
    if game is None:
        yield Problem("choice", {"offered": ", ".join(GAMES)}, "game")
        return
    house = house_for_any_of(game.seat_counts, value, game, problems)
    yield from problems
    if house is not None:
        yield from stake_problems(game, house, stake)


def players_of(value: Any, game: Game[Any, Any], problems: list[Problem]) -> tuple[str, ...]:
    """The names in playing order; what is wrong with them is added to *problems*."""
    if not isinstance(value, list | tuple) or len(value) not in game.seat_counts:
        counts = sorted({min(game.seat_counts), max(game.seat_counts)})
        players = "–".join(map(str, counts))
        problems.append(Problem("player_count", {"players": players}, "players"))
        return ()
    try:
        names = tuple(NAME.read(name, 0) for name in value)
    except MalformedError as malformed:
        problems.append(malformed.problem("players"))
        return ()
    problems += same_names(names)
    return names


def same_names(names: Sequence[str]) -> Iterator[Problem]:
    """Names that are the same to whoever reads them, regardless of case."""
    known: set[str] = set()
    for name in names:
        if name_key(name) in known:
            yield Problem("same_name", {"name": name}, "players")
        known.add(name_key(name))


def seating_problems(players: Sequence[str], seating: Sequence[Substitution]) -> Iterator[Problem]:
    """Substitutes who would sit twice at one table; they may be named for rounds to come."""
    now = list(players)
    by_round: dict[int, list[Substitution]] = {}
    for substitution in seating:
        by_round.setdefault(substitution.round, []).append(substitution)
    for number, changes in sorted(by_round.items()):
        if len({change.seat for change in changes}) < len(changes):
            yield Problem("seat_twice", {"round": number}, "seating")
        for change in changes:
            now[change.seat] = change.player
        for clash in same_names(now):
            yield Problem(clash.code, clash.values, "player")


def _rounds(value: Any, game: Game[Any, Any], seats: int, faults: list[Fault]) -> list[Round[Any]]:
    if not isinstance(value, list | tuple) or len(value) > ROUNDS_AT_MOST:
        problem = Problem("rounds", {"high": ROUNDS_AT_MOST}, "rounds")
        faults.append(Fault(problem, slug=game.slug))
        return []
    rounds = []
    for number, item in enumerate(value, 1):
        problems: list[Problem] = []
        dealt = round_of(item, game, seats, problems)
        faults += (Fault(problem, number, game.slug) for problem in problems)
        if dealt is not None:
            rounds.append(dealt)
    return rounds


def round_of(
    data: Any, game: Game[Any, Any], seats: int, problems: list[Problem]
) -> Round[Any] | None:
    """The round that plain data describe, or None with what is wrong added to *problems*."""
    if not isinstance(data, Mapping):
        problems.append(Problem("object"))
        return None
    if "kind" not in data:
        problems.append(Problem("missing", field="kind", incomplete=True))
        return None
    kind = data["kind"]
    if not isinstance(kind, str) or kind not in game.every_kind:
        problems.append(Problem("choice", {"offered": ", ".join(game.every_kind)}, "kind"))
        return None
    shape = record_of(game.every_kind[kind])
    ours = {"kind"} if "dealer" in shape.names else {"kind", "dealer"}
    dealer = None
    try:
        if data.get("dealer") is not None:
            dealer = SEAT.read(data["dealer"], seats)
    except MalformedError as malformed:
        problems.append(malformed.problem("dealer"))
    rest = {key: value for key, value in data.items() if key not in ours}
    observation = shape.collect(rest, seats, problems)
    if dealer is not None and is_beside_deals(observation):
        problems.append(Problem("no_deal", field="dealer"))
    return None if observation is None or problems else Round(observation, dealer)


def refuse(*problems: Problem) -> NoReturn:
    """Refuse a file for what is wrong with it as a whole; raises FaultyFileError."""
    raise FaultyFileError(map(Fault, problems))


def _no_constant(name: str) -> NoReturn:
    raise MalformedError(Problem("not_a_number_word", {"word": name}))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        times = Counter(name for name, _ in pairs)
        twice = printable(next(name for name in made if times[name] > 1))
        raise MalformedError(Problem("duplicate_key", {"name": twice}, twice))
    return made
