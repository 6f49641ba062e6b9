"""The technician's gauge manifold and its three hoses."""
from math import pi

from .solids import at, box, cyl, hose, lathe, ring, tube


def manifold():
    """Upright, facing -y, bottom of the body at z = 0: blue low side left, warm high side right."""
    box("brass", 0, 0, 0.0, 0.27, 0.045, 0.05, 0.012)
    box("rubber", 0, -0.01, -0.012, 0.13, 0.06, 0.075, 0.014)
    cyl("dark_glass", 0, -0.05, 0.026, 0.024, 0.012, 0.003, 32, "y")
    for side, mat in ((-1, "blue"), (1, "warm")):
        cyl("brass", side * 0.075, 0, 0.05, 0.012, 0.03, 0.003, 16)
        with at(x=side * 0.075, z=0.135):
            _gauge(mat)
        with at(x=side * 0.135, z=0.025):
            cyl("brass", 0 if side > 0 else -0.03, 0, 0, 0.012, 0.03, 0.003, 16, "x")
            with at(x=side * 0.03, lean=side * 90):
                lathe(mat, [(0.034, 0), (0.038, 0.008), (0.038, 0.026), (0.03, 0.034)], 10, 0.004)
    for x, mat in ((-0.09, "blue"), (0, "white"), (0.09, "warm")):
        cyl("brass", x, 0, -0.035, 0.011, 0.036, 0.003, 6)
        cyl(mat, x, 0, -0.075, 0.016, 0.045, 0.006, 20)
    tube("steel", [(-0.012, 0.01, 0.05), (-0.012, 0.01, 0.27), (0.0, 0.01, 0.30), (0.03, 0.01, 0.29), (0.035, 0.01, 0.26)],
         0.005, 0.02)


def _gauge(mat):
    r = 0.072
    with at(y=0.022, tilt=90):
        lathe(mat, [(r * 0.93, 0), (r, 0.006), (r, 0.04), (r * 0.97, 0.045), (r * 0.9, 0.045)], 56)
    y = -0.0245
    cyl("white", 0, y, 0, r * 0.88, 0.004, 0.001, 56, "y")
    for k in range(25):
        a = pi * (1.25 - 1.5 * k / 24)
        with at(y=y - 0.001, lean=90 - a * 180 / pi):
            box("navy", 0, 0, r * (0.66 if k % 4 == 0 else 0.74), 0.0022, 0.002, r * (0.16 if k % 4 == 0 else 0.08), 0)
    with at(y=y - 0.003, lean=-38 if mat == "blue" else 28):
        box("warm" if mat == "warm" else "blue", 0, 0, -r * 0.16, 0.005, 0.002, r * 0.78, 0)
    cyl("navy", 0, y - 0.005, 0, 0.009, 0.005, 0.001, 20, "y")
    ring(mat, 0, y + 0.001, 0, r * 0.93, 0.005, 56, "y")


def charging_hose(mat, points):
    """A hose with a brass end at its far point."""
    hose(mat, points, 0.0105)
    x, y, z = points[-1]
    cyl("brass", x, y, z - 0.02, 0.015, 0.04, 0.004, 12)
