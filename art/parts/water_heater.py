"""A residential electric tank water heater with the fittings that a plumber looks for."""
from math import cos, pi, sin

from .solids import at, box, cyl, lathe, ring, tube

R, TALL = 0.3, 1.12


def drain_pan():
    lathe("zinc", [(0.38, 0), (0.39, 0.004), (0.39, 0.07), (0.396, 0.072), (0.396, 0.066), (0.382, 0.008), (0.1, 0.006)], 72)
    cyl("white", 0.38, 0, 0.03, 0.02, 0.1, 0.004, 20, "x")


def water_heater():
    """Standing in its pan on z = 0; element doors face -y."""
    drain_pan()
    for k in range(3):
        a = 2 * pi * k / 3 + 0.5
        cyl("navy", 0.2 * cos(a), 0.2 * sin(a), 0.01, 0.025, 0.05, 0.004, 16)
    with at(z=0.06):
        lathe("navy", [(R - 0.01, 0), (R, 0.01), (R, 0.05)], 80)
        lathe("white", [(R, 0.05), (R, TALL - 0.05), (R + 0.004, TALL - 0.05), (R + 0.004, TALL - 0.02),
                        (R - 0.04, TALL)], 80)
        ring("cabinet", 0, 0, 0.055, R, 0.006, 96)
        ring("cabinet", 0, 0, TALL - 0.05, R, 0.006, 96)
        for z in (0.24, 0.74):
            _element_door(z)
        _label()
        _drain_valve()
        _top()


def _element_door(z):
    y = -R + 0.012
    box("cabinet", 0, y, z, 0.17, 0.05, 0.21, 0.012)
    box("cabinet", 0, y - 0.024, z + 0.015, 0.14, 0.012, 0.18, 0.006)
    for dz in (0.03, 0.18):
        cyl("steel", 0, y - 0.036, z + dz, 0.009, 0.008, 0.002, 14, "y")


def _label():
    y = -R - 0.004
    box("blue", 0, y + 0.012, 0.54, 0.17, 0.02, 0.1, 0.004)
    box("sky", 0, y + 0.003, 0.565, 0.11, 0.006, 0.02, 0.001)
    box("white", 0, y + 0.003, 0.60, 0.11, 0.006, 0.018, 0.001)


def _drain_valve():
    with at(z=0.15, turn=42):
        cyl("brass", 0, -R - 0.075, 0, 0.017, 0.08, 0.004, 16, "y")
        cyl("brass", 0, -R - 0.05, -0.045, 0.014, 0.05, 0.004, 16)
        cyl("brass", 0, -R - 0.05, 0.01, 0.008, 0.03, 0.002, 12)
        cyl("blue", 0, -R - 0.05, 0.036, 0.028, 0.012, 0.004, 8)


def _top():
    z = TALL
    for x, mat in ((-0.13, "blue"), (0.13, "warm")):
        cyl("steel", x, 0, z - 0.02, 0.022, 0.05, 0.004, 20)
        cyl("brass", x, 0, z + 0.03, 0.030, 0.035, 0.006, 6)
        ring(mat, x, 0, z + 0.008, 0.034, 0.009, 40)
    cyl("steel", 0.0, -0.1, z - 0.012, 0.026, 0.026, 0.005, 6)
    box("steel", 0, 0.14, z - 0.01, 0.12, 0.09, 0.04, 0.008)


def relief_valve(drop=1.05):
    """T&P valve high on the left side with its lever and a discharge pipe to above the floor."""
    z = TALL - 0.1
    with at(z=z, turn=0):
        cyl("brass", -R - 0.08, 0, 0, 0.02, 0.09, 0.005, 16, "x")
        cyl("brass", -R - 0.08, 0, -0.03, 0.026, 0.075, 0.006, 20)
        cyl("steel", -R - 0.08, 0, 0.045, 0.008, 0.02, 0.002, 12)
        with at(x=-R - 0.08, z=0.062, lean=-14):
            box("steel", -0.04, 0, 0, 0.11, 0.022, 0.006, 0.002)
        tube("copper", [(-R - 0.08, 0, -0.02), (-R - 0.08, 0, -0.02 - drop)], 0.0145)


def expansion_tank():
    """A small thermal-expansion tank, hanging from z = 0."""
    with at(z=-0.36):
        lathe("blue", [(0.02, 0), (0.085, 0.03), (0.105, 0.08), (0.105, 0.24), (0.085, 0.30), (0.02, 0.33)], 48)
        ring("blue", 0, 0, 0.16, 0.106, 0.005, 56)
    cyl("brass", 0, 0, -0.04, 0.014, 0.06, 0.003, 16)
