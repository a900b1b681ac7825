"""Every type of entry of a group has a line in its history, also where it was taken back."""

import pytest
from flask import Flask

from scorekeeper.i18n.catalogue import languages
from scorekeeper.i18n.messages import messages_in
from scorekeeper.services.group.entries import SINGLE, GroupEntryType
from scorekeeper.services.group.state import GroupState, group_state
from scorekeeper.web.history.group_pages import line_of
from tests.services.files.test_complete_export import evening
from tests.services.journal.test_group_writing import group_now

NEVER_TAKEN_BACK = {GroupEntryType.LINK}


@pytest.mark.parametrize("language", languages())
def test_every_type_of_entry_is_told(app: Flask, language: str) -> None:
    messages = messages_in(language)
    unreadable, struck = messages.text("history.unreadable"), messages.text("history.nothing")
    with app.test_request_context():
        state = group_state(group_now(evening().group))
        assert {entry.type for entry in state.changes} == set(GroupEntryType)
        for entry in state.changes:
            line = line_of(state, entry, messages)
            assert line.what
            assert line.new
            assert unreadable not in line.new
            if entry.type in NEVER_TAKEN_BACK:
                continue
            gone = entry._replace(data=None, edition=entry.edition + 1)
            line = line_of(GroupState(state.row, (*state.entries, gone)), gone, messages)
            assert line.what
            assert line.new
            assert line.new != struck or entry.type not in SINGLE
