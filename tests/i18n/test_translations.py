"""Every shipped language has words for everything, and nothing but what is said somewhere."""

import ast
import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from gettext import c2py
from pathlib import Path

import pytest
from babel.localedata import locale_identifiers
from babel.messages.catalog import Message
from flask.testing import FlaskClient

import scorekeeper
from scorekeeper.games.registry import GAMES
from scorekeeper.i18n.catalogue import catalogue, folders, gaps, languages, untranslated
from scorekeeper.i18n.messages import messages_in
from scorekeeper.services.group.entries import DETAILS, GroupEntryType
from scorekeeper.web.start.forms import DETAIL_LABELS
from scripts import said_keys
from scripts.said_keys import GROUPS
from tests.games.codes import codes_of
from tests.games.pure import is_pure
from tests.web.table import open_sheet

PACKAGE = Path(scorekeeper.__file__).parent
BUILT = (  # keys put together while the program runs, told apart by how they begin
    "suit.", "card.", "error.", "conflict.already_saved.", "conflict.moved_on.", "history.",
    "language.", "unreadable.", "archive.", "cli.refused.", "currency.unit.", "share.heading.",
    "group.label.", "group.without.",
    "standing.unit.", "standing.column.", "season.counts.", "season.total.", "season.ties.",
    "season.tiebreak.", "season.absence.",
    "share.text.", "share.replacing.", "cli.environment.", "cli.count.", "group_history.link.",
    *(f"{slug}.{group}." for slug in GAMES for group in ("form", "house", "problem_fold")),
    *(f"{slug}.{group}." for slug in GAMES for group in ("mark", "count")),
    *(f"{slug}.{word}" for slug in GAMES for word in ("name", "tagline", "card.")),
    *(f"{slug}.rules.{told}." for slug in GAMES for told in ("example", "worth")),
)  # fmt: skip
OTHERS = [language for language in languages() if language != "en"]
ALIKE = tomllib.loads(Path(__file__).with_name("alike.toml").read_text(encoding="utf-8"))
WORD, GAP = re.compile(r"[^\W\d_]{2,}"), re.compile(r"\{\w+\}")


@cache
def keys(language: str) -> frozenset[str]:
    found = set()
    for message in catalogue(language):
        if message.id:
            found.add(message.id if isinstance(message.id, str) else message.id[0])
    return frozenset(found)


def sentences(message: Message) -> list[str]:
    said = message.string or ""
    return [said] if isinstance(said, str) else list(said)


def codes(path: Path) -> Iterator[tuple[str, str]]:
    """Group and code of every sentence that a module makes; all of them written out."""
    for call, name, code in codes_of(path):
        if isinstance(code, ast.Constant):
            yield group_of(name, path), str(code.value)
        elif is_pure(path):
            raise AssertionError(f"a code that is not written out: {ast.unparse(call)}")


def group_of(name: str, path: Path) -> str:
    """Phrases of the rules are reasons of rounds; those of its forms are hints."""
    is_form = not (is_pure(path) or path.parent.name == "core")
    return "hint" if name == "Phrase" and is_form else GROUPS[name]


@cache
def said() -> frozenset[str]:
    found = {*DETAIL_LABELS.values(), *(key for key, _ in said_keys.said())}
    assert len(found) > 100, "the search for sentences finds nothing"
    return frozenset(found)


@cache
def rule_codes() -> frozenset[tuple[str, str, str]]:
    """Slug, group and code of all that games and the shared parts can say."""
    return frozenset(_rule_codes())


def _rule_codes() -> Iterator[tuple[str, str, str]]:
    for slug in GAMES:
        plugin = PACKAGE / "games" / slug
        found = [pair for path in plugin.glob("*.py") for pair in codes(path)]
        assert found, f"no codes in the plug-in of {slug}"
        yield from ((slug, group, code) for group, code in found)
    shared = [path for path in PACKAGE.rglob("*.py") if path.parent.name not in GAMES]
    found = [pair for path in shared for pair in codes(path)]
    assert found
    yield from (("", group, code) for group, code in found)


def test_german_and_english_are_shipped() -> None:
    assert {"de", "en"} <= set(languages())


@pytest.mark.parametrize("language", folders())
def test_every_language_says_everything(language: str) -> None:
    """One in which a sentence is missing is offered to nobody."""
    missing = untranslated(language)
    assert not missing, f"{len(missing)} sentences to be written in {language}: {missing[:20]}"


@pytest.mark.parametrize("language", folders())
def test_every_language_knows_its_country(language: str) -> None:
    region = str(catalogue(language)["language.region"].string)
    assert f"{language}_{region}" in locale_identifiers(), "language.region: DE, GB, NL, FR"


@pytest.mark.parametrize("language", languages())
def test_the_header_of_a_catalogue_is_no_sentence(language: str) -> None:
    assert messages_in(language).has("language.name")
    assert not messages_in(language).has("")


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_was_left_in_english(language: str) -> None:
    """Unless all of its words are alike in both, and alike.toml says so."""
    both = (keys(language) & keys("en")) - {"language.region"}
    same = {
        key: set(WORD.findall(GAP.sub("", " ".join(said))))
        for key in both
        if (said := forms(catalogue(language)[key])) == forms(catalogue("en")[key])
    }
    own, games = set(ALIKE.get(language, "").split()), set(ALIKE["everywhere"].split())
    left = {key: words for key, words in sorted(same.items()) if words - own - games}
    assert left == {}, f"translate them, or list their words in tests/i18n/alike.toml: {[*left]}"
    assert own <= set().union(*same.values()) - games, "words that need not be listed"


@pytest.mark.parametrize("language", folders())
def test_every_type_of_entry_has_its_word_in_the_history(language: str) -> None:
    assert {f"history.group.{kind}" for kind in GroupEntryType} <= keys(language)


@pytest.mark.parametrize("language", folders())
def test_every_detail_has_its_words(language: str) -> None:
    """What it is called in a form, and of a group what stands there where nobody said it."""
    keys_of_group = {f"group.{word}.{kind}" for word in ("label", "without") for kind in DETAILS}
    assert keys_of_group | {*DETAIL_LABELS.values()} <= keys(language)


@pytest.mark.parametrize("language", languages())
def test_the_part_with_the_details_of_a_sheet_is_called_by_all_of_them(language: str) -> None:
    text = messages_in(language).text
    heading = text("history.about").casefold()
    labels = [text(label).casefold() for label in DETAIL_LABELS.values()]
    assert [label for label in labels if label not in heading] == []


@pytest.mark.xdist_group("sentences")
def test_everything_that_is_said_has_words_in_every_language_and_none_are_left_over() -> None:
    """On pages, and by every code of the rules."""
    spoken = {key for key in said() if re.fullmatch(r"[a-z_]+(\.[a-z_0-9]+)+|save", key)}
    used = said() | {f"{slug}.{group}.{code}" for slug, group, code in rule_codes() if slug}
    used |= {f"{group}.{code}" for _, group, code in rule_codes()}
    used |= {f"form_problem.{code}" for _, group, code in rule_codes() if group == "problem"}
    for language in languages():
        speak, known = messages_in(language), keys(language)
        assert {key for key in spoken - known if f"{key}.title" not in known} == set(), language
        missing = [
            (slug, group, code)
            for slug, group, code in rule_codes()
            if not speak.has(f"{slug}.{group}.{code}") and not speak.has(f"{group}.{code}")
        ]
        assert missing == [], language
        left = {key for key in known if shared(key) not in used}
        assert {key for key in left - used if not key.startswith(BUILT)} == set(), language


def shared(key: str) -> str:
    """The shared key that a game's own sentence stands for; the key itself where there is none."""
    slug, _, rest = key.partition(".")
    return rest if slug in GAMES and rest in keys("en") else key


def forms(message: Message | None) -> list[str]:
    """The only form of a sentence, or one for each sort of number that the language tells apart."""
    assert message is not None
    return sentences(message)


def gaps_differ(language: str, key: str, like: str, as_in: str = "en") -> bool:
    """Whether a sentence has other gaps than the one under the key *like* in another language.

    The last form is that of most numbers. Any other may be that of one number, which it need not
    name; what is said of several numbers names them.
    """
    known, own = forms(catalogue(as_in)[like]), forms(catalogue(language)[key])
    if (len(known) > 1) != (len(own) > 1) or gaps(own[-1]) != gaps(known[-1]):
        return True
    of_several = {gaps(known[-1])}
    of_one = of_several | {gaps(known[0]), gaps(known[-1]) - {"count"}}
    return any(
        gaps(form) not in (of_one if len(numbers_of(language, place)) == 1 else of_several)
        for place, form in enumerate(own[:-1])
    )


def numbers_of(language: str, place: int) -> list[int]:
    """The numbers up to a hundred of which the form at this place is said."""
    return [each for each in range(101) if plural_function(language)(each) == place]


@cache
def plural_function(language: str) -> Callable[[int], int]:
    return c2py(catalogue(language).plural_expr)


@pytest.mark.parametrize("language", languages())
def test_all_languages_say_the_same_with_the_same_gaps(language: str) -> None:
    """Only a sentence of a game in place of a shared one may be missing in some languages."""
    only_here = {key for key in keys(language) ^ keys("en") if shared(key) == key}
    assert only_here == set()
    both = keys(language) & keys("en")
    assert [key for key in sorted(both) if gaps_differ(language, key, key)] == []


@pytest.mark.parametrize("language", languages())
def test_a_games_own_sentence_has_the_gaps_of_the_shared_one(language: str) -> None:
    """But for those of the rules, whose values are the game's own."""
    own = {key for key in keys(language) if shared(key) != key}
    checked = {key for key in own if shared(key).partition(".")[0] not in GROUPS.values()}
    assert [key for key in checked if gaps_differ(language, key, shared(key), language)] == []


def test_a_games_own_sentence_wins_on_its_pages_and_nowhere_else() -> None:
    speak = messages_in("en")
    assert speak.text("sheet.deal", deal=3) == "Deal 3"
    assert speak.of_game("tafferand").text("sheet.deal", deal=3) == "Game 3"
    assert speak.of_game("tafferand").text("group.deals", count=1) == "1 game"
    assert speak.of_game("klaverjassen").text("sheet.deal", deal=3) == "Deal 3"
    assert messages_in("de").of_game("tafferand").text("sheet.deal", deal=3) == "Spiel 3"


def test_the_browsers_language_decides_and_the_switch_remembers(client: FlaskClient) -> None:
    german = {"Accept-Language": "sv;q=0.9, de-AT;q=0.8, en;q=0.7"}
    assert "Was wird gespielt?" in client.get("/", headers=german).text
    unknown = {"Accept-Language": "fi, de;q=0, *;q=0.1"}
    assert "What are you playing?" in client.get("/", headers=unknown).text
    answer = client.get("/new/klaverjassen?again=3&language=de")
    assert (answer.status_code, answer.location) == (303, "/new/klaverjassen?again=3")
    assert "Was wird gespielt?" in client.get("/").text
    client.get("/?language=en")
    assert "What are you playing?" in client.get("/", headers=german).text
    client.get("/?language=xx")
    assert 'lang="en"' in client.get("/", headers=german).text


def test_the_switch_keeps_the_page_or_leads_to_its_sheet(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    answer = client.post(f"{sheet}seats/substitute", data={"player": ""})
    assert answer.status_code == 422
    assert f'href="{sheet}?language=de"' in answer.text
    assert (
        f'href="{sheet}history?from=1&amp;language=de"' in client.get(f"{sheet}history?from=1").text
    )


def test_the_switch_leads_nowhere_else(client: FlaskClient) -> None:
    answer = client.get("//elsewhere.example/?language=de")
    assert not answer.headers.get("Location", "/").startswith(("//", "http://elsewhere"))
