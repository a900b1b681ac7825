"""A group has house rules of its own for a game, each under one subject, and what can be none."""

import json
from typing import Any

import pytest
from flask import Flask

from scorekeeper.core.stake import Stake
from scorekeeper.files.archive import FORMAT, Archive, in_file
from scorekeeper.files.archive_text import archive_text
from scorekeeper.files.faults import FaultyFileError
from scorekeeper.games.klaverjassen.game import KLAVERJASSEN
from scorekeeper.games.klaverjassen.rules import HouseRules
from scorekeeper.games.tapp.game import TAPP
from scorekeeper.games.tapp.rules import HouseRules as TappRules
from scorekeeper.i18n.messages import messages_in
from scorekeeper.services.files.archives import export_group, import_archive
from scorekeeper.services.group.entries import GroupEntryType, GroupRules
from scorekeeper.services.group.house_rules import rules_by_game, set_rules
from scorekeeper.services.group.state import group_state
from scorekeeper.services.group.writing import write_on_group
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.journal.writing import ImpossibleError
from scorekeeper.store.rows import GroupRow
from tests.services.journal.test_group_writing import group_now
from tests.services.journal.test_two_phones import opened

STAKE = Stake(cents=10, per=100)


def token(group: GroupRow) -> FormToken:
    return FormToken(new_key(), group_now(group).revision)


def written(group: GroupRow) -> list[tuple[int, int, Any]]:
    entries = group_state(group_now(group)).entries
    return [(each.subject, each.edition, each.data) for each in entries]


def test_every_game_has_one_subject_also_after_its_rules_were_taken_away(app: Flask) -> None:
    with app.app_context():
        group = opened().group
        house = HouseRules(deals=12)
        set_rules(
            group_state(group_now(group)),
            KLAVERJASSEN.slug,
            GroupRules.of(house, STAKE, game="klaverjassen"),
            token(group),
        )
        set_rules(
            group_state(group_now(group)),
            TAPP.slug,
            GroupRules.of(TappRules(), None, game="tapp"),
            token(group),
        )
        set_rules(group_state(group_now(group)), KLAVERJASSEN.slug, None, token(group))
        assert set(rules_by_game(group_state(group_now(group)))) == {"tapp"}
        set_rules(
            group_state(group_now(group)),
            KLAVERJASSEN.slug,
            GroupRules.of(HouseRules(), None, game="klaverjassen"),
            token(group),
        )
        stake = {"cents": 10, "per": 100}
        assert written(group) == [
            (1, 1, {"house": {"deals": 12}, "stake": stake, "game": "klaverjassen"}),
            (2, 1, {"house": {}, "game": "tapp"}),
            (1, 2, None),
            (1, 3, {"house": {}, "game": "klaverjassen"}),
        ]


def test_taking_away_what_is_not_there_writes_nothing(app: Flask) -> None:
    with app.app_context():
        group = opened().group
        for _ in range(2):
            set_rules(group_state(group_now(group)), TAPP.slug, None, token(group))
        assert written(group) == []


def test_an_undo_puts_the_rules_before_back(app: Flask) -> None:
    with app.app_context():
        group = opened().group
        for deals in (12, 8):
            set_rules(
                group_state(group_now(group)),
                KLAVERJASSEN.slug,
                GroupRules.of(HouseRules(deals=deals), None, game="klaverjassen"),
                token(group),
            )
        for expected in ({"deals": 12}, {"deals": 8}):
            state = group_state(group_now(group))
            undone = state.undoing(state.changes_at(state.row.revision))
            write_on_group(state, undone, token(group))
            found = rules_by_game(group_state(group_now(group)))["klaverjassen"]
            assert found.house == expected


@pytest.mark.parametrize(
    ("rules", "code", "field"),
    [
        (GroupRules(game="skat", house={}), "choice", "game"),
        (GroupRules(game="tapp", house={}, stake=STAKE), "stake_where_points_are_money", "stake"),
        (GroupRules(game="klaverjassen", house={"deals": 0}), "choice", "deals"),
        (GroupRules(game="klaverjassen", house=[]), "object", "house"),
    ],
)
def test_what_no_sheet_of_the_game_can_begin_with_is_not_written(
    app: Flask, rules: GroupRules, code: str, field: str
) -> None:
    with app.app_context():
        group = opened().group
        change = Draft(GroupEntryType.RULES, None, GroupEntryType.RULES.write(rules))
        with pytest.raises(ImpossibleError) as refusal:
            write_on_group(group_state(group), [change], token(group))
        assert [(each.code, each.field) for each in refusal.value.problems] == [(code, field)]
        assert written(group) == []


def test_the_file_of_a_group_brings_its_house_rules_to_a_group_that_never_had_any(
    app: Flask,
) -> None:
    with app.app_context():
        group = opened().group
        set_rules(
            group_state(group_now(group)),
            KLAVERJASSEN.slug,
            GroupRules.of(HouseRules(deals=12), STAKE, game="klaverjassen"),
            token(group),
        )
        set_rules(
            group_state(group_now(group)),
            TAPP.slug,
            GroupRules.of(TappRules(), None, game="tapp"),
            token(group),
        )
        text = archive_text(export_group(group_now(group)))
        kept = in_file(text.encode())
        assert isinstance(kept, Archive)
        there, _ = import_archive(kept, None)
        agreed = rules_by_game(group_state(group_now(group)))
        assert rules_by_game(group_state(group_now(there))) == agreed
        assert archive_text(export_group(group_now(there))) == text
        set_rules(group_state(group_now(there)), TAPP.slug, None, token(there))
        set_rules(
            group_state(group_now(there)),
            KLAVERJASSEN.slug,
            GroupRules.of(HouseRules(deals=4), None, game="klaverjassen"),
            token(there),
        )
        import_archive(kept, group_now(there))
        own = rules_by_game(group_state(group_now(there)))
        assert {slug: rules.house for slug, rules in own.items()} == {"klaverjassen": {"deals": 4}}


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ({"game": "klaverjassen", "house": {"deals": "100"}}, "choice"),
        ({"game": "bridge"}, "choice"),
        ({"game": "tapp", "stake": {"cents": 1, "per": 10}}, "stake_where_points_are_money"),
        ({"game": "tapp", "colour": "red"}, "unknown_key"),
        ([], "object"),
    ],
)
def test_house_rules_in_a_file_that_cannot_be_are_refused(rules: Any, code: str) -> None:
    payment = {"payer": "Anna", "payee": "Bert", "cents": 5}
    data = {"format": FORMAT, "sheets": [], "payments": [payment], "house_rules": [rules]}
    with pytest.raises(FaultyFileError) as refusal:
        in_file(json.dumps(data).encode())
    (fault,) = refusal.value.faults
    assert fault.problem.code == code
    assert fault.text(messages_in("en")).startswith("House rules 1: ")
