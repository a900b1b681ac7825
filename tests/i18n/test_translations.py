"""Every shipped language has words for everything, and nothing but what is said somewhere."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from flask.testing import FlaskClient

import scorekeeper
from scorekeeper import paths
from scorekeeper.assets.words import SHOWN_BY_SCRIPT
from scorekeeper.games.registry import GAMES
from scorekeeper.i18n.catalogue import catalogue, gaps, languages
from scorekeeper.i18n.messages import messages_in
from tests.games.pure import is_pure
from tests.web.table import open_sheet

PACKAGE = Path(scorekeeper.__file__).parent
GROUPS = {"Line": "line", "Phrase": "reason", "Problem": "problem"}
BUILT = (  # keys put together while the program runs, told apart by how they begin
    "suit.", "card.", "error.", "ask.already_saved.", "ask.moved_on.", "history.", "language.",
    "unreadable.", "archive.", "currency.unit.", "share.heading.", "share.text.",
    "share.replacing.", "group_history.link.",
    *(f"{slug}.{group}." for slug in GAMES for group in ("form", "house", "problem_fold", "mark")),
    *(f"{slug}.{word}" for slug in GAMES for word in ("name", "tagline", "card.")),
    *(f"{slug}.rules.{told}." for slug in GAMES for told in ("example", "worth")),
)  # fmt: skip
TEXT = re.compile(r"\bt\((?P<first>[^,)]*)")


def keys(language: str) -> set[str]:
    found = set()
    for message in catalogue(language):
        if message.id:
            found.add(message.id if isinstance(message.id, str) else message.id[0])
    return found


def sentences(message: Message) -> list[str]:
    said = message.string or ""
    return [said] if isinstance(said, str) else list(said)


def calls(path: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call):
            yield node


def codes(path: Path) -> Iterator[tuple[str, str]]:
    """Group and code of every sentence that a module makes; all of them written out."""
    for call in calls(path):
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        if name in GROUPS:
            given = call.args[2] if name == "Line" else call.args[0]
            options = [given.body, given.orelse] if isinstance(given, ast.IfExp) else [given]
            for option in options:
                if isinstance(option, ast.Constant):
                    yield group_of(name, path), str(option.value)
                elif is_pure(path):
                    raise AssertionError(f"a code that is not written out: {ast.unparse(call)}")


def group_of(name: str, path: Path) -> str:
    """Phrases of the rules are reasons of rounds; those of its forms are hints."""
    is_form = not (is_pure(path) or path.parent.name == "core")
    return "hint" if name == "Phrase" and is_form else GROUPS[name]


def constants(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value


def said_in_python() -> Iterator[str]:
    """What `text("key")`, `joined`, `t` and `Sentence` say, and keys chosen between before."""
    for path in PACKAGE.rglob("*.py"):
        for call in calls(path):
            func = call.func
            name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
            if name in ("text", "t", "Sentence", "joined") and call.args:
                yield from constants(call.args[0])
            if name == "ask" and call.args:
                yield from (f"{key}.heading" for key in constants(call.args[0]))
        for node in ast.walk(ast.parse(path.read_text())) if "web" in path.parts else ():
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.IfExp):
                for chosen in (node.value.body, node.value.orelse):
                    if isinstance(chosen, ast.Constant):
                        yield from (key for key in constants(chosen) if "." in key)


def said_in_templates() -> Iterator[str]:
    for path in paths.folder("templates").rglob("*.html"):
        for call in TEXT.finditer(path.read_text()):
            if "~" not in call["first"]:
                yield from re.findall(r"""["']([\w.]+)["']""", call["first"])


def said_in_scripts() -> Iterator[str]:
    for path in paths.folder("static").rglob("*.js"):
        for name in re.findall(r"\bwords\.(\w+)", path.read_text()):
            yield f"{SHOWN_BY_SCRIPT}{name}"


def said() -> set[str]:
    found = {
        key
        for key in (*said_in_python(), *said_in_templates(), *said_in_scripts())
        if "." in key or key == "save"
    }
    assert len(found) > 100, "the search for sentences finds nothing"
    return {key for key in found if not key.endswith(".")}


def rule_codes() -> Iterator[tuple[str, str, str]]:
    """Slug, group and code of all that games and the shared parts can say."""
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


@pytest.mark.parametrize("language", languages())
def test_every_code_of_the_rules_has_words(language: str) -> None:
    speak = messages_in(language)
    missing = [
        (slug, group, code)
        for slug, group, code in rule_codes()
        if not speak.has(f"{slug}.{group}.{code}") and not speak.has(f"{group}.{code}")
    ]
    assert missing == []


@pytest.mark.parametrize("language", languages())
def test_everything_said_on_a_page_has_words(language: str) -> None:
    known = keys(language)
    spoken = {key for key in said() if re.fullmatch(r"[a-z_]+(\.[a-z_0-9]+)+|save", key)}
    assert {key for key in spoken - known if f"{key}.title" not in known} == set()


def test_no_words_are_left_over() -> None:
    used = said() | {f"{slug}.{group}.{code}" for slug, group, code in rule_codes() if slug}
    used |= {f"{group}.{code}" for _, group, code in rule_codes()}
    used |= {f"form_problem.{code}" for _, group, code in rule_codes() if group == "problem"}
    for language in languages():
        left = {key for key in keys(language) if shared(key) not in used}
        assert {key for key in left - used if not key.startswith(BUILT)} == set()


def shared(key: str) -> str:
    """The shared key that a game's own sentence stands for; the key itself where there is none."""
    slug, _, rest = key.partition(".")
    return rest if slug in GAMES and rest in keys("en") else key


def gaps_by_form(message: Message | None) -> list[tuple[bool, frozenset[str]]]:
    """Whether there are words, and their gaps: of the only form, or of singular and plural."""
    assert message is not None
    assert not message.fuzzy
    return [(bool(text), gaps(text)) for text in sentences(message)]


@pytest.mark.parametrize("language", languages())
def test_all_languages_say_the_same_with_the_same_gaps(language: str) -> None:
    """Only a sentence of a game in place of a shared one may be missing in some languages."""
    only_here = {key for key in keys(language) ^ keys("en") if shared(key) == key}
    assert only_here == set()
    for key in keys(language) & keys("en"):
        assert gaps_by_form(catalogue(language)[key]) == gaps_by_form(catalogue("en")[key]), key


@pytest.mark.parametrize("language", languages())
def test_a_games_own_sentence_has_the_gaps_of_the_shared_one(language: str) -> None:
    """But for those of the rules, whose values are the game's own."""
    own = {key for key in keys(language) if shared(key) != key}
    for key in {key for key in own if shared(key).partition(".")[0] not in GROUPS.values()}:
        assert gaps_by_form(catalogue(language)[key]) == gaps_by_form(
            catalogue(language)[shared(key)]
        ), key


def test_a_games_own_sentence_wins_on_its_pages_and_nowhere_else() -> None:
    speak = messages_in("en")
    assert speak.text("sheet.deal", deal=3) == "Deal 3"
    assert speak.of_game("tafferand").text("sheet.deal", deal=3) == "Game 3"
    assert speak.of_game("tafferand").text("group.deals", count=1) == "1 game"
    assert speak.of_game("klaverjassen").text("sheet.deal", deal=3) == "Deal 3"
    assert messages_in("de").of_game("tafferand").text("sheet.deal", deal=3) == "Spiel 3"


def test_the_browsers_language_decides_and_the_switch_remembers(client: FlaskClient) -> None:
    german = {"Accept-Language": "nl;q=0.9, de-AT;q=0.8, en;q=0.7"}
    assert "Was wird gespielt?" in client.get("/", headers=german).text
    unknown = {"Accept-Language": "fi, *;q=0.1"}
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
    assert f'href="{sheet}?all=1&amp;language=de"' in client.get(f"{sheet}?all=1").text


def test_the_switch_leads_nowhere_else(client: FlaskClient) -> None:
    answer = client.get("//elsewhere.example/?language=de")
    assert not answer.headers.get("Location", "/").startswith(("//", "http://elsewhere"))
