"""The same over the pages: costs, payments, settling, people and what is undone of them."""

from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.core.account import Cost, Payment
from scorekeeper.services.account.state import Account
from scorekeeper.services.group.entries import PaidTransfer
from scorekeeper.services.group.state import group_state
from scorekeeper.services.journal.form_token import new_key
from scorekeeper.services.journal.writing import ImpossibleError
from scorekeeper.store.db import release_connection
from scorekeeper.store.rows import EntryRow
from scorekeeper.web.account.pages import fingerprint
from tests.services.account.test_money_machine import GroupMachine, run
from tests.services.expected_account import Kind, Moved, Spot

PLACES = {Kind.COST: "account/costs", Kind.PAYMENT: "account/payments"}


class PagesMachine(GroupMachine):
    """A group whose phones send forms; sheets are written as by the services."""

    client: FlaskClient

    def post(self, path: str, **fields: Any) -> EntryRow:
        """What a form has written; ImpossibleError where it was refused, whatever it said."""
        token = {"key": new_key(), "based_on": str(self.row.revision)}
        link = self.row.link
        release_connection()
        answer = self.client.post(f"/g/{link}/{path}", data=token | fields)
        if answer.status_code == 422:
            raise ImpossibleError([])
        assert answer.status_code == 303, answer.text
        return group_state(self.row).written_at(self.row.revision)[-1]

    def refused(self, act: Any, *_: str) -> None:
        """Which of the reasons was given stands in the text of the page alone."""
        super().refused(act)

    def sharers(self, random: Random, subject: int | None) -> list[int]:
        """On the page they stand in the order of the group, behind those of the cost before."""
        chosen = super().sharers(random, subject)
        cost = self.expected.standing(Kind.COST).get(subject or 0)
        people = {self.expected.name(person): person for person in self.people()}
        shared = cost.parts if isinstance(cost, Moved) else ()
        first = [people[self.expected.name(person)] for person, _ in shared]
        return [each for each in dict.fromkeys([*first, *sorted(chosen)]) if each in chosen]

    def save_cost(self, cost: Cost[int], subject: int | None) -> EntryRow:
        parts = zip(cost.shared_by, cost.amounts or (), strict=False)
        return self.post(
            f"{PLACES[Kind.COST]}/{subject or 'new'}",
            what=cost.what,
            amount=typed(cost.cents),
            paid_by=cost.paid_by,
            shared_by=list(cost.shared_by),
            **{f"part_{person}": typed(cents) for person, cents in parts},
        )

    def save_payment(self, payment: Payment[int], subject: int | None) -> EntryRow:
        return self.post(
            f"{PLACES[Kind.PAYMENT]}/{subject or 'new'}",
            amount=typed(payment.cents),
            payer=payment.payer,
            payee=payment.payee,
        )

    def take_back(self, spot: Spot) -> EntryRow:
        if spot.kind not in PLACES:
            return super().take_back(spot)
        return self.post(f"{PLACES[spot.kind]}/{spot.number}", do="take_back")

    def bring_back(self, spot: Spot) -> EntryRow | None:
        if spot.kind not in PLACES:
            return super().bring_back(spot)
        return self.post(f"{PLACES[spot.kind]}/{spot.number}", do="bring_back")

    def start_settling(self, account: Account) -> EntryRow:
        written = self.post("account/settlements", list=fingerprint(account))
        return group_state(self.row).written_at(written.revision)[0]

    def pay_transfer(self, paid: PaidTransfer, before: int) -> EntryRow:
        """By the box of the line, as a further part, or by what takes it all back first."""
        settlement = self.account.money.settlements[paid.settlement]
        whole = settlement.transfers[paid.transfer].cents
        path = f"account/settlements/{paid.settlement}/payments"
        if 0 < paid.cents <= before < whole or (settlement.closed and 0 < paid.cents < before):
            return super().pay_transfer(paid, before)  # no form says so
        if paid.cents < before or not paid.cents:
            written = self.post(path, do="back", line=f"{paid.transfer}-{before}")
            if not paid.cents:
                return written
            self.expected.write(
                written.revision, {Spot(Kind.PAID, paid.settlement, paid.transfer): 0}
            )
            before = 0
        line = settlement.transfers[paid.transfer]
        if not (settlement.closed or self.account.is_owed(line.payer, line.payee)):
            return super().pay_transfer(paid, before)  # the page asks to look first
        if paid.cents == whole:
            return self.post(path, do="all", line=f"{paid.transfer}-{before}")
        more = typed(paid.cents - before)
        return self.post(path, do="part", line=f"{paid.transfer}-{before}", amount=more)

    def rename_person(self, player: int, name: str) -> EntryRow:
        return self.post(f"people/{player}/name", name=name)

    def merge_people(self, player: int, person: int) -> EntryRow:
        return self.post(f"people/{player}/same", person=person)

    def part_people(self, player: int) -> EntryRow:
        return self.post(f"people/{player}/own")

    def undo_revision(self, revision: int) -> EntryRow:
        return self.post("undo", undone=revision)


def typed(cents: int) -> str:
    return f"{cents // 100},{cents % 100:02}"


def on_pages(app: Flask) -> type[GroupMachine]:
    """The machine for one application."""
    return type("Pages", (PagesMachine,), {"client": app.test_client()})


def test_the_account_is_true_whatever_forms_are_sent(app: Flask) -> None:
    run(app, on_pages(app), number=0, histories=2, steps=30)


@pytest.mark.soak(short="test_the_account_is_true_whatever_forms_are_sent")
@pytest.mark.parametrize("number", range(1, 4))
def test_the_account_is_true_after_many_forms(app: Flask, number: int) -> None:
    run(app, on_pages(app), number=number, histories=25, steps=50)
