"""How the boards lie before the players, so that every picture of them lies the same way."""

ROW_BY_ROW, ROUND_ABOUT = (1, 2, 3, 4), (1, 2, 4, 3)
"""Numbers of the corners as they are read: two above, two below."""
CORNERS = ("nw", "ne", "sw", "se")
QUARTERS = 4
"""More than so many: the corners are numbered round about."""


def corner_of(number: int, turned: int) -> str:
    """Return the corner of the building with that number."""
    numbers = ROW_BY_ROW if turned < QUARTERS else ROUND_ABOUT
    for _quarter in range(turned % QUARTERS):
        above_left, above_right, below_left, below_right = numbers
        numbers = (below_left, above_left, below_right, above_right)
    return CORNERS[numbers.index(number)]


def tower_side(turned: int) -> str:
    """Return the tower's side: it stands beside the crossroads and goes round with it."""
    return "east" if turned % QUARTERS < QUARTERS // 2 else "west"
