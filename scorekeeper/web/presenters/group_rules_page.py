"""The pages about the house rules with which a group begins its sheets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.core.phrases import Problem
from scorekeeper.games.registry import GAMES
from scorekeeper.i18n.house_rule_messages import agreed_text
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.entries import AgreedRules
from scorekeeper.store.rows import GroupRow
from scorekeeper.web.forms.house_rules import AgreedRulesForm
from scorekeeper.web.presenters.agreed_rules_fields import (
    AgreedRulesFields,
    agreed_rules_fields,
    unit_under,
)


@dataclass(frozen=True, slots=True)
class RulesOfGame:
    """A game in the list: the word in its address, its name, and what was agreed in words."""

    slug: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class GroupRulesListPage:
    """Every game with what the group has agreed on for it."""

    games: tuple[RulesOfGame, ...]


@dataclass(frozen=True, slots=True)
class GroupRulesPage:
    """The form for the house rules of one game.

    *is_agreed* is whether the group has any of its own. *conflict* says what has happened
    meanwhile, where the form came too late or twice.
    """

    slug: str
    game: str
    agreed: AgreedRulesFields
    is_agreed: bool
    conflict: str | None
    key: str
    based_on: int


def group_rules_list_page(
    agreed: Mapping[str, AgreedRules], messages: Messages
) -> GroupRulesListPage:
    """The list; *agreed* are the rules of the group, by game."""
    return GroupRulesListPage(
        tuple(
            RulesOfGame(
                slug, messages.text(f"{slug}.name"), _text(slug, agreed.get(slug), messages)
            )
            for slug in GAMES
        )
    )


def group_rules_page(
    row: GroupRow,
    form: AgreedRulesForm,
    messages: Messages,
    problems: Sequence[Problem] = (),
    *,
    is_agreed: bool,
    conflict: str | None = None,
    key: str,
) -> GroupRulesPage:
    """The page with what stands in *form*."""
    game = form.game
    unit = unit_under(game, form.house.house_data)
    return GroupRulesPage(
        game.slug,
        messages.text(f"{game.slug}.name"),
        agreed_rules_fields(form, unit, messages, problems),
        is_agreed,
        conflict,
        key,
        row.revision,
    )


def moved_on_text(slug: str, agreed: AgreedRules | None, messages: Messages) -> str:
    """That another phone was faster, and what holds for the game now."""
    return messages.text("group_rules.moved_on", rules=_text(slug, agreed, messages))


def saved_before_text(slug: str, agreed: AgreedRules | None, messages: Messages) -> str:
    """That the form was saved before with other rules, and what holds for the game now."""
    return messages.text("group_rules.saved_before", rules=_text(slug, agreed, messages))


def _text(slug: str, agreed: AgreedRules | None, messages: Messages) -> str:
    if agreed is None:
        return messages.text("group_rules.as_last")
    return agreed_text(GAMES[slug], agreed.house, agreed.stake, messages)
