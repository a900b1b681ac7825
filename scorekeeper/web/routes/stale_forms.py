"""A form for a round on which somebody was at work while others wrote on the sheet."""

from typing import Any

from scorekeeper.core.game import Round
from scorekeeper.core.phrases import Problem
from scorekeeper.files.reading import round_of
from scorekeeper.games.round_form import RoundForm
from scorekeeper.services.rounds import was_entered_since
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.web.presenters.history import news_since
from scorekeeper.web.presenters.page_values import Meanwhile
from scorekeeper.web.presenters.round_entry import RoundEntry
from scorekeeper.web.request.form_token import key_sent, revision_sent
from scorekeeper.web.request.language import current_messages


def parsed(entry: RoundEntry, form: RoundForm) -> tuple[Round[Any] | None, list[Problem]]:
    """The round that the form says, or None, and what is wrong with it before any rule is asked."""
    problems: list[Problem] = []
    sheet = entry.state.sheet
    dealt = round_of(form.round_data(), sheet.game, len(sheet.players), problems)
    return dealt, [*problems, *form.contradictions()]


def written_meanwhile(entry: RoundEntry, form: RoundForm, state: SheetState) -> Meanwhile:
    """What others have written on the sheet, as it stands now, since the form was made."""
    based_on = revision_sent()
    news = news_since(state, based_on, current_messages())
    if not entry.is_next:
        return Meanwhile(news, is_same=False, seen=None)
    dealt, _ = parsed(entry, form)
    is_same = dealt is not None and was_entered_since(state, dealt.observation, based_on)
    return Meanwhile(news, is_same, state.row.revision)


def shown_late(entry: RoundEntry, form: RoundForm) -> Meanwhile | None:
    """The same on every further page of a form that came late, until it is saved or given up."""
    is_late = 0 <= revision_sent() < entry.state.row.revision
    is_saved = entry.state.entry_with_key(key_sent()) is not None
    if not entry.is_next or not is_late or is_saved:
        return None
    return written_meanwhile(entry, form, entry.state)
