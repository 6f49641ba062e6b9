"""A packaged rooftop unit on its curb, on the flat roof of a shop."""
from parts.rooftop import exhaust_fan, gas_line, rooftop_unit
from parts.solids import at, box, rounded, slab
from parts.studio import View

VIEW = View(azimuth=26, elevation=20, margin=0.02)
LONG, DEEP, TALL = 3.6, 2.5, 0.95


def build():
    box("white", 0, 0, 0, LONG, DEEP, TALL, 0.02)
    box("ice", 0, 0, TALL, LONG - 0.3, DEEP - 0.3, 0.02, 0)
    _parapet()
    _shop_front()
    with at(x=0.18, y=0.1, z=TALL + 0.02):
        rooftop_unit()
        gas_line()
    with at(x=-1.4, y=0.82, z=TALL + 0.02, scale=0.75):
        exhaust_fan()


def _parapet():
    """A low wall with a metal coping; the short sides stop against the long ones."""
    for side in (-1, 1):
        y, x = side * (DEEP / 2 - 0.08), side * (LONG / 2 - 0.08)
        box("white", 0, y, TALL, LONG, 0.16, 0.2, 0.01)
        box("blue", 0, y, TALL + 0.2, LONG + 0.07, 0.23, 0.06, 0.012)
        box("white", x, 0, TALL, 0.16, DEEP - 0.32, 0.2, 0.01)
        box("blue", x, 0, TALL + 0.2, 0.23, DEEP - 0.39, 0.06, 0.012)


def _shop_front():
    """Glazing under a fascia, on the two sides that the camera sees."""
    for turn, reach, wide, panes in ((0, DEEP / 2, LONG, 4), (90, LONG / 2, DEEP, 3)):
        with at(turn=turn):
            box("sky", 0, -reach - 0.005, 0.78, wide - 0.02, 0.05, 0.2, 0.012)
            for i in range(panes):
                x = (i - (panes - 1) / 2) * (wide - 0.25) / panes
                box("navy", x, -reach, 0.08, 0.72, 0.05, 0.64, 0.01)
                box("glass", x, -reach - 0.02, 0.12, 0.64, 0.04, 0.56, 0.005)
    slab("concrete", rounded(LONG + 0.5, DEEP + 0.5, 0.3), 0, 0.05, 0.015)
