"""Striking a round out, while those behind it stay with the players who dealt them."""

from dataclasses import replace

from scorekeeper.core.game import Unreadable
from scorekeeper.core.ledger import LedgerRound
from scorekeeper.services.change_set import Change, next_edition
from scorekeeper.services.sheet_state import SheetState


def struck_out(state: SheetState, round_id: int) -> list[Change]:
    """Strike a round out; those behind it stay with the players who dealt them.

    Where the next one stays with its dealer, the rotation gives all others theirs again.
    """
    changes = [next_edition(state, round_id, None)]
    rounds, number = state.ledger.rounds, state.number_of(round_id) or 0
    following = next((each for each in rounds[number:] if not each.beside), None)
    if following is not None and _moves(following, rounds[number - 1].found.dealer):
        changes.append(dealt_by(state, following, state.round_ids[following.number - 1]))
    return changes


def _moves(played: LedgerRound, dealer: int) -> bool:
    """Whether a round would be dealt by somebody else if it were this dealer's turn."""
    if played.round.dealer is not None or isinstance(played.round.observation, Unreadable):
        return False
    return played.dealer != dealer


def dealt_by(state: SheetState, played: LedgerRound, round_id: int) -> Change:
    """The next edition of a round: it says who dealt it, as went without saying until now."""
    return next_edition(state, round_id, replace(played.round, dealer=played.dealer))


def names_dealer_alone(state: SheetState, change: Change) -> bool:
    """Whether a round stays as it is but for who dealt it."""
    if change.subject is None or change.round is None:
        return False
    return bool(state.last_edition(change.subject).observation == change.round.observation)
