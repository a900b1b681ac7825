"""French Tarot: a taker, alone or with a partner, against the defence, over so many deals."""
