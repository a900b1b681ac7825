"""How many points piles of Tübinger Tarock have, by what lies in them."""

from scorekeeper.core.tarock import HALVES, HONOUR, PLAIN
from scorekeeper.games.tuebinger_tarock.rules import SKI_MOVES

# The fewest whole points of a pile without laid cards, by what lies in it.
SKI_ALONE = SKI_MOVES  # kept without a trick
ONE_HONOUR = (HONOUR + 3 * PLAIN) // HALVES  # the Ski or the Einser in a trick of plain cards
TWO_HONOURS = (2 * HONOUR + 2 * PLAIN) // HALVES  # both in one trick, or the Ski gone home
TWO_APART = 2 * ONE_HONOUR
A_TRICK = 2
NO_SUCH_POINTS = 1  # less than a trick, and more than none
LAID_LEAST, LAID_MOST = 1, 7  # what two laid cards count: plain ones, or two queens
LAID_POINTS = range(LAID_LEAST, LAID_MOST + 1)
KEPT_WITH_LAID = range(SKI_ALONE + LAID_LEAST, SKI_ALONE + LAID_MOST + 1)
KEPT = HONOUR  # half points of a side without a trick that kept its Ski
KEPT_BY_DEALER = range(KEPT + HALVES * LAID_LEAST, KEPT + HALVES * LAID_MOST + 1, HALVES)
EMPTY = frozenset((0, 2, 4, 6))  # at most three tricks of plain cards
EMPTY_WITH_SKI = frozenset((4, 6, 8, 10))  # the 4 without a trick
LAID_ABOVE = range(LAID_MOST - LAID_LEAST + 1)  # what laid pictures can add to plain laid cards
