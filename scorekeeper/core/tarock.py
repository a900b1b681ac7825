"""The seventy-eight cards of the Tarocks, counted in half points.

Twenty-one trumps (tarocks), the Excuse (Ski), and four suits of fourteen: king, queen, knight,
jack and ten plain cards. The 1, the 21 and the Excuse count like kings.
"""

CARDS = 78
TRUMPS = 21
PLAIN = 1  # half points of a card that is no picture and none of the three highest
HONOUR = 9  # of a king, the 1, the 21 and the Excuse
QUEEN, KNIGHT, JACK = 7, 5, 3
SUITS = 4
SUIT_CARDS = (CARDS - TRUMPS - 1) // SUITS
HONOURS = SUITS + 3
HALVES = 2  # of a point
ALL_HALF_POINTS = 182
ALL_POINTS = ALL_HALF_POINTS // HALVES
EXCHANGED = HONOUR - PLAIN  # what moves when the Excuse goes home and a plain card pays for it
