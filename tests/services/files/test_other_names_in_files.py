"""The other names of people leave in the file of a group, and mean the same people elsewhere."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.names import name_key
from scorekeeper.files.archive import FORMAT, Archive, ArchivedName, in_file
from scorekeeper.files.archive_text import FRAME_AT_MOST, archive_text, archive_texts
from scorekeeper.files.faults import FaultyFileError
from scorekeeper.services.files.archives import export_group, import_archive
from scorekeeper.services.group.writing import undo
from scorekeeper.services.sheet.lookup import people_of
from scorekeeper.store import group_queries
from scorekeeper.store.rows import GroupRow
from tests.services.files.test_archived_money import MONEY, TIP
from tests.services.group.test_group_people import merge, now, person, seated, token, with_names
from tests.services.group.test_people_taken_back import added, names, taken
from tests.services.group_changes import add_person, merge_people, part_people
from tests.services.journal.test_group_writing import group_now
from tests.services.journal.test_two_phones import opened

ANNI, ANNIKA = (ArchivedName(name=name, person="Anna") for name in ("Anni", "Annika"))
PAYMENT = {"payer": "Bert", "payee": "Clara", "cents": 5}


def read(text: str) -> Archive:
    found = in_file(text.encode())
    assert isinstance(found, Archive)
    return found


def known_as() -> GroupRow:
    """A group in which Anni and Annika are Anna, one by the other."""
    group = opened().group
    for name in ("Anni", "Annika"):
        add_person(group_now(group), name, token(group))
    merge(group, "Annika", "Anni")
    merge(group, "Anni", "Anna")
    return group_now(group)


def test_whoever_types_another_name_elsewhere_means_the_same_person(app: Flask) -> None:
    with app.app_context():
        file = export_group(known_as())
        assert file.other_names == (ANNI, ANNIKA)
        group, _ = import_archive(read(archive_text(file)), None)
        assert names(group) == ["Anna", "Bert", "Clara", "Dirk"]
        assert seated(with_names(group_now(group), "annika", "Bert", "Clara", "Eva"))[0] == "Anna"
        left = export_group(group_now(group))
        assert left.other_names == file.other_names


def test_the_file_of_a_group_adds_nothing_to_it(app: Flask) -> None:
    with app.app_context():
        group = known_as()
        before, rows = now(group).entries, group_queries.people_rows(group.id)
        import_archive(read(archive_text(export_group(group))), group)
        assert (now(group).entries, group_queries.people_rows(group.id)) == (before, rows)


def test_what_came_with_a_file_is_parted_and_stays_so(app: Flask) -> None:
    with app.app_context():
        file = export_group(known_as())
        group, _ = import_archive(file, None)
        part_people(group_now(group), person(group, "Anni"), token(group))
        import_archive(file, group_now(group))
        assert names(group) == ["Anna", "Bert", "Clara", "Dirk", "Anni"]
        elsewhere, _ = import_archive(file, None)
        undo(group_now(elsewhere), now(elsewhere).entries[-1].revision, token(elsewhere))
        assert {"Anni", "Annika"} <= {*names(elsewhere)}


def test_somebody_of_that_name_stays_who_they_are(app: Flask) -> None:
    with app.app_context():
        file = export_group(known_as())
        group = opened().group
        added(group, "Anni")
        added(group, "Annika")
        merge(group, "Annika", "Bert")
        import_archive(file, group_now(group))
        assert "Anni" in names(group)
        assert now(group).names[person(group, "Annika")] == "Bert"


def test_a_person_who_has_another_name_there_gets_the_others_of_the_file(app: Flask) -> None:
    with app.app_context():
        file = export_group(known_as())
        group = with_names(None, "Anja", "Bert", "Clara", "Dirk").group
        added(group, "Anna")
        merge(group, "Anna", "Anja")
        import_archive(file, group_now(group))
        assert now(group).names[person(group, "Anni")] == "Anja"


def test_somebody_who_was_taken_back_is_there_again_with_a_name_that_comes(app: Flask) -> None:
    with app.app_context():
        group = opened().group
        added(group, "Eva")
        taken(group, "Eva")
        evi, tip = ArchivedName(name="Evi", person="Eva"), replace(TIP, payer="Bert")
        file = Archive(people=("Eva", "Anna"), sheets=(), payments=(tip,), other_names=(ANNI, evi))
        import_archive(file, group_now(group))
        assert people_of(group)[person(group, "Eva")] == "Eva"
        assert now(group).names[person(group, "Evi")] == "Eva"


def test_a_file_without_other_names_is_what_it_was() -> None:
    assert "other_names" not in archive_text(MONEY)
    assert "other_names" not in json.loads(archive_text(replace(MONEY, other_names=())))


def test_of_several_files_the_one_with_the_person_has_their_other_names() -> None:
    many = tuple(replace(TIP, id=f"tip {number}", cents=number) for number in range(1, 601))
    file = replace(MONEY, payments=many, other_names=(ANNI,))
    first, second = map(read, archive_texts(file, at_most=FRAME_AT_MOST + 30_000))
    assert (first.other_names, second.other_names) == ((ANNI,), ())


@pytest.mark.parametrize(
    ("told", "codes"),
    [
        ([{"name": "Anni", "person": "Nobody"}], ["other_name_of_nobody"]),
        ([{"name": "Anni", "person": "bert"}], ["other_name_of_nobody"]),
        ([{"name": "CLARA", "person": "Anna"}], ["other_name_twice"]),
        ([{"name": "Anna", "person": "Anna"}], ["other_name_twice"]),
        ([{"name": "Anni", "person": "Anna"}] * 2, ["other_name_twice"]),
        (
            [{"name": "Anni", "person": "Anna"}, {"name": "Annika", "person": "Anni"}],
            ["other_name_of_nobody"],
        ),
        (
            [{"name": "Anni", "person": "Annika"}, {"name": "Annika", "person": "Anni"}],
            ["other_name_of_nobody"] * 2,
        ),
        ([{"name": "Anni"}], ["missing"]),
        ([{"name": 5, "person": "Anna"}], ["text"]),
        ([{"name": "x" * 41, "person": "Anna"}], ["text_length"]),
        ([{"name": "Anni", "person": "Anna", "since": 1}], ["unknown_key"]),
        (["Anni"], ["object"]),
        ({"Anni": "Anna"}, ["list"]),
        ([{"name": f"n{number}", "person": "Anna"} for number in range(2001)], ["list_too_long"]),
    ],
)
def test_other_names_that_cannot_be_are_refused_at_their_place(
    told: Any, codes: Sequence[str]
) -> None:
    data: Mapping[str, Any] = {
        "format": FORMAT,
        "people": ["Anna"],
        "sheets": [],
        "payments": [PAYMENT],
        "other_names": told,
    }
    with pytest.raises(FaultyFileError) as refusal:
        read(json.dumps(data))
    assert [fault.problem.code for fault in refusal.value.faults] == codes


PERSONS = st.lists(st.text("abcdeäß", min_size=1, max_size=4), unique_by=name_key, min_size=1)


@given(PERSONS, st.data())
def test_the_text_of_a_group_says_its_other_names(people: list[str], data: st.DataObject) -> None:
    """Read and written again it is the same, whoever is known as whom."""
    numbers = count(1)
    others = [
        ArchivedName(name=f"other {next(numbers)}", person=person)
        for person in data.draw(st.lists(st.sampled_from(people)))
    ]
    file = Archive(people=tuple(people), sheets=(), payments=(TIP,), other_names=tuple(others))
    text = archive_text(file)
    assert read(text) == file
    assert archive_text(read(text)) == text


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_a_file_that_came_in_leaves_as_it_was(app: Flask, order: Sequence[int]) -> None:
    with app.app_context():
        group = opened().group
        players = [added(group, name).subject for name in ("Anni", "Robert", "Annika")]
        targets = [person(group, name) for name in ("Anna", "Bert", "Anna")]
        for each in order:
            merge_people(group_now(group), players[each], targets[each], token(group))
        text = archive_text(export_group(group_now(group)))
        copy, _ = import_archive(read(text), None)
        assert archive_text(export_group(group_now(copy))) == text
        assert import_archive(read(text), group_now(copy))[1] == (0, 0)
        assert archive_text(export_group(group_now(copy))) == text
