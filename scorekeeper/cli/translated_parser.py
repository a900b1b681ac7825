"""argparse in the languages of the catalogues: its headings, its own option and its complaints."""

import argparse
import sys
from collections.abc import Callable
from typing import Any, NoReturn

from scorekeeper.cli.errors import WRONG_USAGE
from scorekeeper.i18n.messages import Messages


def own_words(say: Messages) -> dict[str, str]:
    """What argparse says in English, and what is said in place of it, with the same gaps."""
    text = say.text
    missing, value, chosen = text("cli.expected"), "%(value)r", "%(choices)s"
    return {
        "usage: ": text("cli.usage") + " ",
        "positional arguments": text("cli.arguments"),
        "options": text("cli.options"),
        "the following arguments are required: %s": text("cli.required", names="%s"),
        "argument %(argument_name)s: %(message)s": text(
            "cli.argument", name="%(argument_name)s", problem="%(message)s"
        ),
        "unrecognized arguments: %s": text("cli.unrecognized", arguments="%s"),
        "expected one argument": missing,
        "expected at most one argument": missing,
        "expected at least one argument": missing,
        "invalid %(type)s value: %(value)r": text("cli.invalid", value=value),
        "invalid choice: %(value)r (choose from %(choices)s)": text(
            "cli.choice", value=value, choices=chosen
        ),
        "unknown parser %(parser_name)r (choices: %(choices)s)": text(
            "cli.choice", value="%(parser_name)r", choices=chosen
        ),
        "ambiguous option: %(option)s could match %(matches)s": text(
            "cli.ambiguous", option="%(option)s", matches="%(matches)s"
        ),
    }


class TranslatedParser(argparse.ArgumentParser):
    """A parser that speaks the language of *say*."""

    def __init__(self, say: Messages, **given: Any) -> None:
        self.say = say
        translate(own_words(say).get)
        super().__init__(add_help=False, **given)
        self.add_argument("-h", "--help", action="help", help=say.text("cli.help"))

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, behind what can be typed."""
        self.print_usage(sys.stderr)
        told = self.say.text("cli.error", command=self.prog, problem=message)
        self.exit(WRONG_USAGE, f"{told}\n")


def translate(word: Callable[[str, str], str]) -> None:
    """Let argparse say *word* of each of its sentences, where it would ask gettext."""
    vars(argparse)["_"] = lambda said: word(said, said)
