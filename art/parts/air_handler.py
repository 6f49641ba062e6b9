"""The indoor cabinet: filter, A-coil, blower, electric heat, plenum, drain."""
from math import cos, pi, sin

from .rooms import return_grille
from .solids import at, box, cyl, prism, tube

WIDE, DEEP, TALL = 0.6, 0.5, 1.36
COIL_Z, BLOWER_Z, HEAT_Z = 0.2, 0.7, 0.98


def air_handler(coil_open=False, heat_open=False, lit=False):
    """An upflow cabinet that stands on z = 0 and faces -y: coil, blower, then heat kit."""
    t = 0.02
    box("cabinet", 0, DEEP / 2 - t / 2, 0, WIDE, t, TALL, 0.004)
    for x in (-WIDE / 2 + t / 2, WIDE / 2 - t / 2):
        box("cabinet", x, 0, 0, t, DEEP, TALL, 0.006)
    box("cabinet", 0, 0, 0, WIDE, DEEP, t, 0.004)
    box("cabinet", 0, 0, TALL - t, WIDE, DEEP, t, 0.004)
    _filter_slot()
    for z, tall, open_ in ((COIL_Z, 0.48, coil_open), (BLOWER_Z, 0.26, False), (HEAT_Z, 0.36, heat_open)):
        box("cabinet", 0, 0, z - 0.02, WIDE - 0.03, DEEP - 0.01, 0.02, 0.003)
        if not open_:
            _panel(z, tall)
    if coil_open:
        with at(z=COIL_Z):
            a_coil()
    if heat_open:
        with at(z=HEAT_Z):
            heat_strips(lit)


def _panel(z, tall):
    y = -DEEP / 2
    box("cabinet", 0, y + 0.004, z, WIDE - 0.012, 0.028, tall, 0.01)
    for x in (-WIDE / 2 + 0.05, WIDE / 2 - 0.05):
        cyl("steel", x, y - 0.014, z + tall / 2, 0.012, 0.008, 0.002, 16, "y")
    if z == BLOWER_Z:
        box("blue", -0.1, y - 0.012, z + 0.15, 0.2, 0.006, 0.06, 0.003)
        box("white", 0.13, y - 0.011, z + 0.06, 0.16, 0.004, 0.11, 0.002)
        for i in range(4):
            box("fins", 0.13, y - 0.0135, z + 0.08 + i * 0.022, 0.12, 0.002, 0.006, 0)


def _filter_slot():
    """The filter drawn a hand's width out of its rack, arrow upward."""
    box("cabinet", 0, -DEEP / 2 + 0.005, 0.02, WIDE - 0.012, 0.03, 0.06, 0.008)
    box("cabinet", 0, -DEEP / 2 + 0.005, 0.15, WIDE - 0.012, 0.03, 0.03, 0.006)
    box("fins", 0, 0, 0.08, WIDE - 0.04, DEEP - 0.05, 0.07, 0)
    box("white", 0, -0.11, 0.095, WIDE - 0.06, DEEP - 0.04, 0.04, 0.004)
    box("sky", 0, -0.11, 0.1345, WIDE - 0.11, DEEP - 0.1, 0.004, 0.001)


def a_coil():
    """Two finned slabs leaning together over a drain pan: end plates with return bends, delta plate, metering valve."""
    front = -DEEP / 2 + 0.03
    box("navy", 0, -0.005, 0.0, WIDE - 0.05, DEEP - 0.06, 0.05, 0.012)
    for side in (-1, 1):
        with at(x=side * 0.185, z=0.055, lean=side * -23):
            box("fins", 0, 0, 0, 0.085, DEEP - 0.1, 0.40, 0.004)
            box("steel", 0, front + 0.012, 0, 0.10, 0.012, 0.405, 0.003)
            for i in range(6):
                for dx, shift in ((-0.024, 0), (0.024, 0.03)):
                    z = 0.03 + shift + i * 0.058
                    tube("copper", [(dx, front + 0.02, z), (dx, front - 0.018, z), (dx, front - 0.018, z + 0.03),
                                    (dx, front + 0.02, z + 0.03)], 0.0075, 0.014)
    with at(y=front + 0.014):
        prism("zinc", [(-0.125, 0.055), (0.125, 0.055), (0.012, 0.37), (-0.012, 0.37)], 0.012, 0.003)
    box("steel", 0, front + 0.02, 0.405, 0.16, 0.02, 0.03, 0.004)
    tube("copper", [(0.0, front - 0.012, 0.07), (0.0, front - 0.012, 0.3)], 0.009)
    cyl("brass", 0, front - 0.012, 0.14, 0.02, 0.05, 0.005, 6)
    cyl("brass", 0, front - 0.012, 0.19, 0.029, 0.018, 0.005, 24)
    tube("copper", [(0.262, front + 0.0, 0.07), (0.262, front + 0.0, 0.40)], 0.015)


def heat_strips(lit=False):
    """The electric heat kit: nichrome coils strung between ceramic insulators, limit switch, contactors."""
    box("navy", 0, 0.0, 0.01, WIDE - 0.05, 0.24, 0.33, 0)
    box("zinc", 0, -0.14, 0.0, WIDE - 0.04, 0.02, 0.03, 0.003)
    box("zinc", 0, -0.14, 0.32, WIDE - 0.04, 0.02, 0.03, 0.003)
    mat = "heat" if lit else "steel"
    for row in range(4):
        z = 0.065 + row * 0.076
        points, turns = [], 26
        for i in range(turns * 8 + 1):
            a = 2 * pi * i / 8
            points.append((-0.25 + 0.50 * i / (turns * 8), -0.17 + 0.022 * cos(a), z + 0.022 * sin(a)))
        tube(mat, points, 0.0052)
        for x in (-0.262, -0.09, 0.09, 0.262):
            cyl("white", x, -0.2, z, 0.017 if abs(x) > 0.2 else 0.012, 0.05, 0.003, 16, "y")


def plenum(height=0.35):
    """The insulated supply box on the cabinet, on z = 0."""
    box("foil", 0, 0, 0, WIDE - 0.03, DEEP - 0.03, height, 0.008)
    for z in (0.0, height - 0.03):
        box("steel", 0, 0, z, WIDE, DEEP, 0.03, 0.006)
    box("foil", 0, -DEEP / 2 + 0.012, 0.03, 0.05, 0.004, height - 0.06, 0)


def condensate(side=-1):
    """Primary drain with its trap and cleanout, on the cabinet's left (-1) or right side."""
    x = side * WIDE / 2
    tube("white", [(x, -0.16, 0.235), (x + side * 0.09, -0.16, 0.235), (x + side * 0.09, -0.16, 0.1),
                   (x + side * 0.2, -0.16, 0.1), (x + side * 0.2, -0.16, 0.2), (x + side * 0.2, 0.3, 0.2)], 0.015, 0.035)
    cyl("white", x + side * 0.09, -0.16, 0.235, 0.018, 0.07, 0.004, 20)
    cyl("blue", x + side * 0.09, -0.16, 0.30, 0.022, 0.02, 0.004, 20)


def refrigerant_lines(side=1, up=1.9):
    """Insulated suction and bare liquid line from the coil up along the cabinet's side."""
    x = side * WIDE / 2
    tube("rubber", [(x - side * 0.01, -0.14, 0.42), (x + side * 0.08, -0.14, 0.42), (x + side * 0.08, -0.14, up)],
         0.025, 0.06)
    tube("copper", [(x - side * 0.01, -0.2, 0.36), (x + side * 0.06, -0.2, 0.36), (x + side * 0.06, -0.2, up)], 0.010, 0.04)


def return_base(height=0.34):
    """The platform that the cabinet stands on, with a return grille in its face."""
    box("white", 0, 0, 0, WIDE + 0.12, DEEP + 0.1, height, 0.01)
    with at(y=-(DEEP + 0.1) / 2, z=0.04):
        return_grille(WIDE, height - 0.08)
