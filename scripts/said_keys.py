"""Where every sentence is said: the keys as modules, templates and script name them."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from scorekeeper import paths
from scorekeeper.assets.files import SHOWN_BY_SCRIPT
from scorekeeper.cli.parser import COMMANDS, COMPLAINTS
from scorekeeper.cli.sentences import REASONS
from scorekeeper.games.registry import GAMES
from scorekeeper.i18n.catalogue import DEFAULT
from scorekeeper.i18n.messages import messages_in

GROUPS = {"Line": "line", "Phrase": "reason", "Problem": "problem"}
IN_TEMPLATE = re.compile(r"\bt\((?P<first>[^,)]*)")
# What is called with a key.
SENTENCE_OF = ("text", "t", "Sentence", "sentence", "joined", "left_out", "first_of")
REFUSALS = (  # called with a code, and told on the command line
    *("UnusableSettingError", "UnusablePrefixError", "UnusableDatabaseError"),
)
QUOTED = re.compile(r"""["']([\w.]+)[."'{]""")  # a word, or a key up to its first gap
GRAMMAR = paths.PACKAGE / "cli" / "parser.py"
FILES_AT_MOST = 3
Place = tuple[str, Path]  # a key, and the file that says it


def said_in_python() -> Iterator[Place]:
    """What `text("key")` and its like (SENTENCE_OF) and labels say, and keys chosen before."""
    for path in paths.PACKAGE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            yield from ((key, path) for key in _said_by(call))
        for defined in (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
            yield from ((key, path) for key in _members(defined))
        for node in ast.walk(tree) if "web" in path.parts else ():
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.IfExp):
                for chosen in (node.value.body, node.value.orelse):
                    if isinstance(chosen, ast.Constant):
                        yield from ((key, path) for key in constants(chosen) if "." in key)


def _said_by(call: ast.Call) -> Iterator[str]:
    func = call.func
    name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
    if name in SENTENCE_OF and call.args:
        yield from constants(call.args[0])
    if name in REFUSALS and call.args:
        yield from (f"cli.refused.{code}" for code in constants(call.args[0]))
    if name == "partial":  # handed to what says it later
        yield from (key for key in constants(call) if key.startswith("cli."))
    for label in (each for each in call.keywords if each.arg == "label"):
        yield from (key for key in constants(label.value) if "." in key)
    if name == "with_pencil_columns":
        yield from (key for head in call.args for key in constants(head))
    if name == "ask" and call.args:
        yield from (f"{key}.heading" for key in constants(call.args[0]))


def _members(defined: ast.ClassDef) -> Iterator[str]:
    """The keys that the members of an enumeration are."""
    if any(isinstance(base, ast.Name) and base.id == "StrEnum" for base in defined.bases):
        for member in defined.body:
            yield from constants(member) if isinstance(member, ast.Assign) else ()


def constants(node: ast.AST) -> Iterator[str]:
    """Every text that is written out in a part of a module."""
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value


def said_in_grammar() -> Iterator[Place]:
    """What the help of the command says of every command and of its options, and complaints."""
    told = {key for word in COMMANDS for key in (f"cli.{word}", f"cli.{word}.about")}
    told |= set(COMPLAINTS.values())
    for word, (_, *options) in COMMANDS.items():
        told |= {key for name in options for key in (f"cli.{word}.{name}", f"cli.{name}")}
    yield from ((key, GRAMMAR) for key in told if messages_in(DEFAULT).has(key))
    yield from ((key, GRAMMAR.with_name("sentences.py")) for key in REASONS.values())


def said_in_templates() -> Iterator[Place]:
    """What `t("key")` says, where the key is written out."""
    for path in paths.folder("templates").rglob("*.html"):
        for call in IN_TEMPLATE.finditer(path.read_text(encoding="utf-8")):
            if "~" not in call["first"]:
                for key in re.findall(r"""["']([\w.]+)["']""", call["first"]):
                    yield key, path


def said_in_scripts() -> Iterator[Place]:
    """What script shows as `words.name`."""
    for path in paths.folder("static").rglob("*.js"):
        for name in re.findall(r"\bwords\.(\w+)", path.read_text(encoding="utf-8")):
            yield f"{SHOWN_BY_SCRIPT}{name}", path


def said() -> Iterator[Place]:
    """Every key that is written out somewhere, with where that is."""
    for key, path in (
        *said_in_python(),
        *said_in_grammar(),
        *said_in_templates(),
        *said_in_scripts(),
    ):
        if ("." in key or key == "save") and not key.endswith("."):
            yield key, path


def references(keys: set[str]) -> dict[str, list[str]]:
    """The files that say each of these keys, a few at most, by their paths in the checkout.

    A key put together while the program runs is looked for by its parts: the code at its end, or
    `history.` of `history.round_added`.
    """
    found = defaultdict[str, set[Path]](set)
    for key, path in said():
        found[key].add(path)
    words = _quoted_words()
    root = paths.PACKAGE.parent
    return {
        key: sorted(path.relative_to(root).as_posix() for path in found[key] or _built(key, words))[
            :FILES_AT_MOST
        ]
        for key in keys
    }


def _quoted_words() -> dict[str, set[Path]]:
    """The files in which a word, or the beginning of a key, stands in quotes, by that."""
    found = defaultdict[str, set[Path]](set)
    for path in (*paths.PACKAGE.rglob("*.py"), *paths.folder("templates").rglob("*.html")):
        for word in QUOTED.findall(path.read_text(encoding="utf-8")):
            found[word].add(path)
    return found


def _built(key: str, words: dict[str, set[Path]]) -> set[Path]:
    """The files that say how a key begins, or else name its end, in its game where it has one."""
    parts = key.split(".")
    for length in range(len(parts) - 1, 0, -1):
        if files := words.get(f"{'.'.join(parts[:length])}."):
            return files
    for part in (key, *reversed(parts)):
        files = words.get(part, set())
        if parts[0] in GAMES:
            files = {path for path in files if parts[0] in path.parts}
        if files:
            return files
    return set()
