"""Bits of building that indoor scenes stand in: floor, wall pieces, framing, registers."""
from .solids import at, box, rounded, slab


def floor(sx, sy, mat="floor", corner=0.12, thick=0.08):
    """A floor piece whose top is z = 0 once placed at(z=thick)."""
    slab("white", rounded(sx, sy, corner), 0, thick * 0.45, 0.01)
    slab(mat, rounded(sx, sy, corner), thick * 0.45, thick * 0.55, 0.012)


def wall(wide, tall, mat="plaster", thick=0.12, skirting=True):
    """A wall that faces -y with its face at y = 0, cut clean at the top."""
    box(mat, 0, thick / 2, 0, wide, thick, tall, 0.012)
    box("white", 0, thick / 2, tall, wide + 0.03, thick + 0.03, 0.035, 0.008)
    if skirting:
        box("white", 0, -0.008, 0, wide - 0.02, 0.02, 0.1, 0.006)


def register(wide=0.36, tall=0.2):
    """A louvred supply register on a wall that faces -y."""
    box("white", 0, -0.008, 0, wide, 0.018, tall, 0.006)
    box("fins", 0, -0.017, 0.025, wide - 0.05, 0.006, tall - 0.05, 0)
    count = max(3, int((tall - 0.05) / 0.028))
    for i in range(count):
        with at(y=-0.02, z=0.03 + i * (tall - 0.06) / (count - 1), tilt=30):
            box("white", 0, 0, -0.007, wide - 0.05, 0.004, 0.018, 0.001)


def return_grille(wide=0.5, tall=0.5):
    """A stamped return-air grille on a wall that faces -y."""
    box("white", 0, -0.01, 0, wide, 0.02, tall, 0.008)
    box("fins", 0, -0.021, 0.03, wide - 0.06, 0.006, tall - 0.06, 0)
    count = int((tall - 0.08) / 0.026)
    for i in range(count):
        with at(y=-0.026, z=0.04 + i * (tall - 0.08) / (count - 1), tilt=-40):
            box("white", 0, 0, -0.006, wide - 0.06, 0.004, 0.02, 0.001)
