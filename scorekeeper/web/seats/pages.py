"""Who sits where: the page with its forms, and what other names would change."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorekeeper.core.phrases import Problem
from scorekeeper.files.sheet import Sheet
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.web.round.change_preview import Column, columns, settled_notice
from scorekeeper.web.seats.forms import SeatsForm, SubstituteForm
from scorekeeper.web.shared.field_values import (
    Option,
    ShownForm,
    Texts,
    TextsByField,
    name_texts,
    names_offered,
    shown_form,
)
from scorekeeper.web.shared.paging import ListPage, list_page

SUBSTITUTES_AT_MOST = 50  # of a page


@dataclass(frozen=True, slots=True)
class SeatField:
    """A field for the name at a seat, and whether that seat deals first."""

    name: str
    required: bool
    deals: bool
    problems: Texts = ()


@dataclass(frozen=True, slots=True)
class SeatingFields:
    """The fields for all names in playing order; *known* are names to be offered."""

    seats: tuple[SeatField, ...]
    known: tuple[str, ...]
    problems: Texts = ()


@dataclass(frozen=True, slots=True)
class SubstituteFields:
    """The *form* for a substitute, who sits down with *round* where nothing else was typed.

    *seats* are called by who sat down there first.
    """

    form: ShownForm
    seats: tuple[Option, ...]
    round: str


@dataclass(frozen=True, slots=True)
class SeatsPage:
    """Everything on the page; *pages* say which of the substitutes are shown.

    Each of them is the subject of an entry, and who sat down for whom from which round on.
    *settled* says that the evening was settled, if it was.
    """

    seating: SeatingFields
    substitutes: tuple[tuple[int, str], ...]
    pages: ListPage
    substitute: SubstituteFields
    settled: str
    token: FormToken


@dataclass(frozen=True, slots=True)
class SeatsPreviewPage:
    """What other names or another first dealer would change; *carried* are hidden fields."""

    columns: tuple[Column, ...]
    dealer: str
    dealer_after: str
    settled: str
    carried: tuple[tuple[str, str], ...]
    token: FormToken

    @property
    def changes_dealer(self) -> bool:
        """Whether somebody else would deal first."""
        return self.dealer != self.dealer_after


def seats_page(
    state: SheetState,
    messages: Messages,
    *,
    known: Iterable[str],
    token: FormToken,
    wanted: int | None,
    form: SeatsForm | SubstituteForm | None = None,
) -> SeatsPage:
    """The page with the substitutes from that of number *wanted* on, or with the latest.

    A *form* that was refused keeps what was sent.
    """
    sheet, slug = state.sheet, state.sheet.game.slug
    first = SeatsForm(sheet.game, len(sheet.players), None, sheet.players, sheet.first_table.dealer)
    seats = form if isinstance(form, SeatsForm) else first
    sitting_down = form if isinstance(form, SubstituteForm) else SubstituteForm()
    pages = list_page(len(state.substitutes), wanted, SUBSTITUTES_AT_MOST)
    return SeatsPage(
        seating_fields(
            seats,
            seats.problems,
            shown_form(seats, messages, slug).texts,
            messages,
            required=len(sheet.players),
            known=names_offered(known, state.seated[-1]),
        ),
        tuple(
            (subject, _sits_down(state, subject, messages))
            for subject in [*state.substitutes][pages.start : pages.end]
        ),
        pages,
        SubstituteFields(
            shown_form(sitting_down, messages, slug),
            tuple(
                Option(seat, name, sitting_down.seat.data == str(seat))
                for seat, name in enumerate(sheet.players)
            ),
            sitting_down.round.data or str(state.ledger.deals + 1),
        ),
        settled_notice(state, messages),
        token,
    )


def _sits_down(state: SheetState, subject: int, messages: Messages) -> str:
    substitute = state.substitutes[subject]
    return messages.text(
        "seats.from",
        number=state.ledger.label_at(substitute.round),
        player=substitute.player,
        seat=state.sheet.players[substitute.seat],
    )


def seats_preview_page(
    state: SheetState,
    after: Sheet,
    messages: Messages,
    *,
    carried: tuple[tuple[str, str], ...],
    token: FormToken,
) -> SeatsPreviewPage:
    """Whose column would be whose if the sheet became *after*.

    Columns are headed by the names that sat down at first.
    """
    sheet = state.sheet
    heads, heads_after = (each.game.side_names(each.players) for each in (sheet, after))
    return SeatsPreviewPage(
        columns(heads, sheet.ledger, heads_after, after.ledger, after.unit, messages),
        sheet.players[sheet.first_table.dealer],
        after.players[after.first_table.dealer],
        settled_notice(state, messages),
        carried,
        token,
    )


def seating_fields(
    form: SeatsForm,
    problems: Sequence[Problem],
    texts: TextsByField,
    messages: Messages,
    *,
    required: int,
    known: Iterable[str],
    elsewhere: Iterable[str] = (),
    dealer: int | None = None,
) -> SeatingFields:
    """The fields of a form whose first *required* names must be given.

    With them is said what is wrong at no other field, those *elsewhere* on the page; *texts* are
    the *problems* in words. *dealer* is the seat that deals first where the form says nothing.
    """
    named = name_texts(form.names_given(required), messages, problems) if "players" in texts else {}
    others = ("first_dealer", *elsewhere, *(("players",) if named else ()))
    chosen = form.first_dealer.typed
    deals = dealer if chosen is None else chosen
    seats = tuple(
        SeatField(name, seat < required, deals == seat, named.get(seat, ()))
        for seat, name in enumerate(form.names)
    )
    untold = ShownForm(form, texts).texts_elsewhere(*others) + texts.get("first_dealer", ())
    return SeatingFields(seats, tuple(known), untold)
