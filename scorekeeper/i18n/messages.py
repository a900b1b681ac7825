"""Codes and typed values to sentences: the command line, the web and the printer share it.

A catalogue holds one sentence under each key (`klaverjassen.line.roem`). A key that starts with a
game's slug wins over the shared one of the same name: `tafferand.sheet.deal` over `sheet.deal`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence, Sized
from copy import copy
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import cache, lru_cache
from io import BytesIO
from math import inf
from string import ascii_letters
from typing import Any, NamedTuple

from babel import Locale, numbers
from babel.dates import format_date, format_skeleton, format_time, format_timedelta
from babel.lists import format_list
from babel.support import Translations

from scorekeeper.core import phrases
from scorekeeper.core.account import Transfer
from scorekeeper.core.amount_parsing import AmountFormat
from scorekeeper.core.cards import SYMBOLS, Suit
from scorekeeper.core.game import Game, Table, Unit
from scorekeeper.core.ledger import reason_of
from scorekeeper.i18n.catalogue import compiled
from scorekeeper.i18n.currencies import EURO, decimals_of, known_currency
from scorekeeper.i18n.text_direction import isolated

MINUS = "−"
BETWEEN_PHRASES = " · "  # a comma also stands within lists of names
WITHOUT_SIGN = "#,##0.00"  # with as many decimals as the currency has
SMALLEST_UNIT = "{smallest_unit}"  # filled by `Messages` itself in any sentence
NUMBER = "0.############"  # in no groups, and no digit left out
FIRST_OF_MONTH = {"fr": "d'er' MMM y"}  # where the first day is an ordinal: 1er nov. 2026
HALVES = 2
ROUNDED_UP = (1, 60), (60, 3600), (3600, inf)  # to units of so many seconds, where it is less than


@cache
def messages_in(language: str) -> "Messages":
    """The words of a shipped language."""
    return Messages(language, Translations(BytesIO(compiled(language))))


class Names(NamedTuple):
    """Who is meant by a seat or a side in a sentence, and what the points of the sheet are."""

    players: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    unit: Unit = Unit.POINTS

    @classmethod
    def at(cls, game: Game[Any, Any], house: Any, players: tuple[str, ...]) -> "Names":
        """The names at a table where these players sit."""
        return cls(players, game.side_names([isolated(name) for name in players]), game.unit(house))


NOBODY = Names()
# Each has a code, and values for the gaps of its sentence.
Coded = phrases.Phrase | phrases.Problem | phrases.Line


class Messages:
    """One language: its sentences, numbers and dates, and amounts in one *currency*."""

    def __init__(self, language: str, translations: Translations) -> None:
        self.language = language
        self.currency = EURO
        self._translations = translations
        self._slug = ""  # of the game whose own sentences win
        self._keys: dict[tuple[str, str], str] = {}  # of games' own sentences, by the shared keys
        self._variants: dict[tuple[str, str], Messages] = {}  # by game and currency
        region = self.text("language.region") if self.has("language.region") else None
        self.locale = Locale(language, region)  # the country's dates and amounts

    def of_game(self, slug: str) -> "Messages":
        """These words on a page of the game *slug*: `text` prefers its own sentences."""
        return self._variant(slug, self.currency)

    def in_currency(self, code: str) -> "Messages":
        """These words where money is in the currency of this ISO 4217 code.

        Any other text stands for a currency that nobody knows, shown as ¤.
        """
        return self._variant(self._slug, known_currency(code))

    def _variant(self, slug: str, currency: str) -> "Messages":
        key = slug, currency
        if key not in self._variants:
            own = copy(self)
            own._slug, own.currency = slug, currency
            self._variants[key] = own
        return self._variants[key]

    def has(self, key: str) -> bool:
        """Whether there is a sentence under *key*; "" is that of the header of a catalogue."""
        one = self._translations.ngettext(key, key, 1)  # older Pythons find plurals only so
        return bool(key and (one != key or self._translations.gettext(key) != key))

    def text(self, key: str, /, **values: Any) -> str:
        """The sentence under *key*; the number called `count` chooses singular or plural."""
        return self._filled(self._own(self._slug, key), values.get("count"), values)

    def phrase(self, slug: str, group: str, phrase: Coded, names: Names = NOBODY) -> str:
        """A phrase of a game, by the game's own sentence or the shared one.

        Every value is shown by its type, whatever its gap is called. Only the plain number of a
        gap called `count` does more: it is the n by which gettext chooses singular or plural.
        """
        key = self._own(slug, f"{group}.{phrase.code}")
        shown = {gap: self._value(value, names) for gap, value in phrase.values.items()}
        count = phrase.values.get("count")
        return self._filled(key, count if isinstance(count, int) else None, shown)

    def reason(
        self, game: Game[Any, Any], observation: Any, table: Table[Any], names: Names
    ) -> str:
        """A round in one line; nothing for one that this program no longer understands."""
        told = reason_of(game, observation, table)
        return BETWEEN_PHRASES.join(self.phrase(game.slug, "reason", each, names) for each in told)

    def problem(self, slug: str, problem: phrases.Problem, names: Names = NOBODY) -> str:
        """Why something cannot have happened."""
        return self.phrase(slug, "problem", problem, names)

    def form_problem(self, slug: str, problem: phrases.Problem, names: Names = NOBODY) -> str:
        """A problem as a form says it: nobody there knows words and numbers of the file format."""
        on_form = f"form_problem.{problem.code}"
        if self.has(f"{slug}.problem.{problem.code}") or not self.has(on_form):
            return self.problem(slug, problem, names)
        return self.phrase(slug, "form_problem", problem, names)

    def typed(self, text: Any) -> str:
        """What stands in a field for a number, with the decimal sign of this language."""
        return _FRACTION.sub(rf"\1{self.decimal_sign}\2", str(text or ""))

    @property
    def decimal_sign(self) -> str:
        """What people here write between a number and its fraction."""
        return numbers.get_decimal_symbol(self.locale)

    def currency_name(self, code: str) -> str:
        """The name of a currency with its code: Swiss Franc (CHF)."""
        name = numbers.get_currency_name(known_currency(code), locale=self.locale)
        return self.text("currency.named", name=name, code=code)

    @property
    def amount_format(self) -> AmountFormat:
        """How people here type amounts of this currency."""
        return _amount_format(self.currency, self.locale)

    def money(self, cents: int) -> str:
        """An amount in the smallest unit of the currency, as people write it here."""
        return _money(cents, self.currency, self.locale)

    def signed_money(self, cents: int) -> str:
        """An amount with its sign: +€1.20, −€0.30; €0.00 has none.

        A plus stands where the language writes a minus: +€1.20, in Dutch € +1,20.
        """
        return self.money(-cents).replace(MINUS, "+") if cents > 0 else self.money(cents)

    def payment(self, owed: Transfer[str]) -> str:
        """Who pays whom how much, as a sentence."""
        amount = self.money(owed.cents)
        return self.text("money.pays", payer=owed.payer, payee=owed.payee, amount=amount)

    def number(self, value: int | Decimal) -> str:
        """A number as people write it here, with a real minus sign."""
        if isinstance(value, int):  # our languages write these alike, and a page has hundreds
            return str(value).replace("-", MINUS)
        return numbers.format_decimal(value, NUMBER, locale=self.locale).replace("-", MINUS)

    def points(self, points: int, unit: Unit) -> str:
        """What stands on the sheet: a number, or an amount of money where points are cents."""
        return self.money(points) if unit is Unit.CENTS else self.number(points)

    def in_column(self, points: int, unit: Unit) -> str:
        """What stands on the sheet in little room: amounts with no other sign than €."""
        if self.currency != EURO:
            return self.without_sign(points, unit)
        return self.points(points, unit)

    def without_sign(self, points: int, unit: Unit) -> str:
        """What stands in the least room: amounts without any sign of their currency."""
        if unit is Unit.CENTS:
            return _money(points, self.currency, self.locale, WITHOUT_SIGN)
        return self.points(points, unit)

    def change(self, points: int, unit: Unit) -> str:
        """What would be added to a total, in little room: +332, +0, −0.30."""
        if points > 0:
            return self.in_column(-points, unit).replace(MINUS, "+")
        return self.in_column(points, unit) if points else f"+{self.in_column(0, unit)}"

    def columns(self, points: Iterable[int], unit: Unit) -> str:
        """What a round gives to every side, column by column."""
        return self.joined("text.columns", [self.in_column(amount, unit) for amount in points])

    def joined(self, key: str, texts: Iterable[str]) -> str:
        """Several texts, put together two by two with the sentence under *key*.

        Its gap {first} stands before {second} in every language, so that many texts are as little
        work each as a few.
        """
        first, *others = texts
        if not others:
            return first
        before, between, after = self.text(key, first="\0", second="\0").split("\0")
        rest = (f"{between}{isolated(text)}{after}" for text in others)
        return "".join((before * len(others), isolated(first), *rest))

    def left_out(self, key: str, items: Sized, at_most: int) -> str:
        """How many more items there are than so many, as the sentence under *key*; "" if none."""
        count = len(items) - at_most
        return self.text(key, count=count) if count > 0 else ""

    def first_of(self, key: str, texts: Sequence[str], at_most: int) -> list[str]:
        """The first texts, and behind them how many are left out, if any are."""
        rest = self.left_out(key, texts, at_most)
        return [*texts[:at_most], *([rest] if rest else [])]

    def listed(self, names: Sequence[str]) -> str:
        """Names as a sentence lists them: Anna, Bert and Clara."""
        return format_list([isolated(name) for name in names], locale=self.locale)

    def day(self, day: date) -> str:
        """A date, as in a letter."""
        form = FIRST_OF_MONTH.get(self.language, "medium") if day.day == 1 else "medium"
        return _kept_date(day, form, locale=self.locale)

    def percent(self, part: int, of: int) -> str:
        """A part of a whole in whole percent, half of one upwards."""
        rounded = (200 * part + of) // (2 * of)
        return str(numbers.format_percent(Decimal(rounded) / 100, locale=self.locale))

    def short_day(self, day: date) -> str:
        """A date without its year, in the least room: 5.1."""
        return str(format_skeleton("Md", day, locale=self.locale))

    def day_and_month(self, day: date) -> tuple[str, str]:
        """A date as on a tear-off calendar: its day large, month and year small below it."""
        number, month = (format_date(day, form, locale=self.locale) for form in ("d", "LLL y"))
        return number, month

    def time(self, moment: datetime) -> str:
        """A time of day."""
        return format_time(moment, "short", locale=self.locale)

    def from_now(self, seconds: int) -> str:
        """When it is so many seconds later, never too early: in 23 seconds, in 5 hours."""
        unit = next(size for size, most in ROUNDED_UP if seconds <= most)
        later = timedelta(seconds=-(-seconds // unit) * unit)
        return format_timedelta(later, threshold=1, add_direction=True, locale=self.locale)

    def _own(self, slug: str, key: str) -> str:
        """The key of the own sentence of a game, where it has one."""
        if not slug:
            return key
        if (slug, key) not in self._keys:
            own = f"{slug}.{key}"
            self._keys[slug, key] = own if self.has(own) else key
        return self._keys[slug, key]

    def _sum(self, terms: tuple[int, ...]) -> str:
        """The terms of a sum as they are written: 8 − 5, never 8 + −5."""
        first, *rest = (self.number(term) for term in terms)
        return first + "".join(
            f" {MINUS} {term[1:]}" if term.startswith(MINUS) else f" + {term}" for term in rest
        )

    def _filled(self, key: str, count: Any, shown: Mapping[str, Any]) -> str:
        """The sentence under *key*, singular or plural by *count*, with its gaps filled."""
        said = self._translations
        sentence = said.gettext(key) if count is None else said.ngettext(key, key, int(count))
        gaps = _Gaps(shown)
        if SMALLEST_UNIT in sentence:
            gaps["smallest_unit"] = self._smallest_unit()
        for gap, value in shown.items():
            if isinstance(value, str) and not value.isascii():  # hardly any; a page has hundreds
                gaps[gap] = isolated(value)
        return sentence.format_map(gaps)

    def _smallest_unit(self) -> str:
        """What amounts of this currency are counted in: cents, or units of ¥1."""
        key = f"currency.unit.{self.currency}"
        return self.text(key) if self.has(key) else self.text("currency.unit", one=self.money(1))

    def _value(self, value: phrases.Value, names: Names) -> str:
        """A value in words, by its type alone."""
        match value:
            case phrases.NamedSeat(seat):
                return self._name(seat, names.players)
            case phrases.NamedSide(side):
                return self._name(side, names.sides)
            case phrases.NamedSeats(seats):
                return self.listed([self._name(seat, names.players) for seat in seats])
            case phrases.Money(cents):
                return self.money(cents)
            case phrases.Amount(points):
                return self.points(points, names.unit)
            case phrases.HalfPoints(halves):
                return self.number(Decimal(halves) / HALVES)
            case phrases.Terms(terms):
                return self._sum(terms)
            case phrases.Counts(counted):
                return self.columns(counted, Unit.POINTS)
            case Suit():
                return SYMBOLS[value]
        return value if isinstance(value, str) else self.number(value)

    def _name(self, number: int, names: Sequence[str]) -> str:
        """The name of a seat or side; its number where no names are known."""
        return names[number] if names else self.number(number)


@lru_cache(maxsize=4096)  # a page has hundreds of amounts, and few different ones
def _money(cents: int, currency: str, locale: Locale, pattern: str | None = None) -> str:
    amount = Decimal(cents).scaleb(-decimals_of(currency))
    written = numbers.format_currency(amount, currency, pattern, locale=locale).replace("-", MINUS)
    symbol = numbers.get_currency_symbol(currency, locale)
    written = written.replace(symbol, _short_sign(symbol))
    return _LETTER_BEFORE_DIGIT.sub("\\1\N{NO-BREAK SPACE}", written)


@lru_cache  # every form for a round has it
def _amount_format(currency: str, locale: Locale) -> AmountFormat:
    symbol = numbers.get_currency_symbol(currency, locale)
    signs = frozenset((currency, symbol, _short_sign(symbol), *symbol.split()))
    return AmountFormat(decimals_of(currency), numbers.get_decimal_symbol(locale), signs)


def _short_sign(symbol: str) -> str:
    """The sign of a currency without its country: $ of US$, but all of CHF, and of F CFA."""
    sign = symbol.lstrip(ascii_letters)
    return symbol if sign == "" or any(map(str.isalpha, sign)) else sign


_LETTER_BEFORE_DIGIT = re.compile(r"([^\W\d_])(?=\d)")  # Babel writes CHF5.00
_kept_date = lru_cache(maxsize=1000)(format_date)  # a page says few days, and often
_FRACTION = re.compile(r"^(-?[0-9]+)\.([0-9]+)$")


class _Gaps(dict[str, Any]):
    """A sentence with a gap that nobody filled stays readable."""

    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"
