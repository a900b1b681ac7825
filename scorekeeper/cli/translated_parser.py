"""argparse in the languages of the catalogues: its headings, its own option and its complaints.

click would not do: it knows no abbreviated options, lays its help out in another way, and asks
gettext for its words, which has its sentences in files of its own.
"""

import argparse
import re
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn

from scorekeeper.cli.sentences import WRONG_USAGE, CommandError, Sentence
from scorekeeper.i18n.messages import Messages
from scorekeeper.settings import UnusableSettingError

COMPLAINTS = {  # what argparse says, with names for its gaps, and the sentence for it
    r"argument (?P<name>.+?): (?P<problem>.+)": Sentence("cli.argument"),
    r"the following arguments are required: (?P<names>.+)": Sentence("cli.required"),
    r"unrecognized arguments: (?P<arguments>.+)": Sentence("cli.unrecognized"),
    r"expected (one|at most one|at least one) argument": Sentence("cli.expected"),
    r"invalid \w+ value: (?P<value>.+)": Sentence("cli.invalid"),
    r"invalid choice: (?P<value>.+) \(choose from (?P<choices>.+)\)": Sentence("cli.choice"),
    r"ambiguous option: (?P<option>.+) could match (?P<matches>.+)": Sentence("cli.ambiguous"),
}


class UsageFormatter(argparse.HelpFormatter):
    """Lays out help, with *heading* in front of what can be typed."""

    def __init__(self, heading: str, **given: Any) -> None:
        super().__init__(**given)
        self._heading = f"{heading} "

    def add_usage(
        self, usage: str | None, actions: Any, groups: Any, prefix: str | None = None
    ) -> None:
        """What can be typed, behind *prefix* or else the heading."""
        super().add_usage(usage, actions, groups, self._heading if prefix is None else prefix)


class RawUsageFormatter(UsageFormatter, argparse.RawDescriptionHelpFormatter):
    """Keeps the lines of a description as they are."""


class TranslatedParser(argparse.ArgumentParser):
    """A parser that speaks the language of *say*."""

    def __init__(
        self, say: Messages, formatter: type[UsageFormatter] = UsageFormatter, **given: Any
    ) -> None:
        self.say = say
        heading = say.text("cli.usage")
        super().__init__(add_help=False, formatter_class=partial(formatter, heading), **given)
        self._arguments = self.add_argument_group(say.text("cli.arguments"))
        self._options = self.add_argument_group(say.text("cli.options"))
        self.add("-h", "--help", action="help", said=say.text("cli.help"))

    def add(
        self, *names: str, said: str, read: Callable[[str], Any] | None = None, **given: Any
    ) -> None:
        """Add an option, or an argument where its name has no dash; *said* explains it.

        *read* makes a value of what is typed, or raises CommandError or UnusableSettingError.
        """
        if read is not None:
            given["type"] = partial(self._value, read)
        group = self._options if names[0].startswith("-") else self._arguments
        group.add_argument(*names, help=said, **given)

    def _value(self, read: Callable[[str], Any], text: str) -> Any:
        try:
            return read(text)
        except (CommandError, UnusableSettingError) as error:
            why = error if isinstance(error, CommandError) else CommandError(error)
            raise argparse.ArgumentTypeError(why.in_words(self.say)) from None

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, behind what can be typed."""
        self.print_usage(sys.stderr)
        problem = translated(message, self.say)
        told = self.say.text("cli.error", command=self.prog, problem=problem)
        self.exit(WRONG_USAGE, f"{told}\n")


def translated(message: str, say: Messages) -> str:
    """A complaint of argparse in the language of *say*; as it is where it has no sentence."""
    for said, sentence in COMPLAINTS.items():
        gaps = re.fullmatch(said, message, re.DOTALL)
        if gaps is not None:
            values = gaps.groupdict()
            if "problem" in values:
                values["problem"] = translated(values["problem"], say)
            return say.text(sentence.key, **values)
    return message
