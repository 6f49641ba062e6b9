"""The service van: high roof, ladder rack, amber beacon."""
from math import cos, pi, sin

from .solids import at, box, cyl, lathe, mesh, prism, ring

# The left side seen from -y, nose at -x: bumper, bonnet, windscreen, roof, tail.
BODY = [(2.3, 0.32), (2.33, 0.8), (2.28, 1.95), (2.15, 2.06), (-0.95, 2.06), (-1.2, 1.98), (-1.78, 1.22), (-2.38, 1.02),
        (-2.5, 0.85), (-2.52, 0.38), (-2.45, 0.32)]
HALF = 0.88


def van():
    """4.85 m long on z = 0, nose towards -x, its shown side faces -y."""
    with at(y=-HALF):
        prism("white", BODY, 2 * HALF, 0.07, 4)
    _glass()
    _side()
    _nose()
    for x in (-1.62, 1.42):
        for y in (-HALF - 0.01, HALF - 0.21):
            _wheel(x, y)
    _rack()


def _glass():
    # Windscreen follows the slope between its two points of the body's outline.
    (x0, z0), (x1, z1) = (-1.27, 1.90), (-1.74, 1.27)
    n = ((z0 - z1), -(x0 - x1))
    length = (n[0] ** 2 + n[1] ** 2) ** 0.5
    ox, oz = -n[0] / length * 0.012, -n[1] / length * -0.012
    w = HALF - 0.14
    verts = [(x0 + ox, -w, z0 + oz), (x1 + ox, -w - 0.02, z1 + oz), (x1 + ox, w + 0.02, z1 + oz), (x0 + ox, w, z0 + oz)]
    mesh("dark_glass", verts, [(0, 1, 2, 3)], smooth=False)
    for y in (-HALF - 0.006, HALF - 0.006):
        with at(y=y):
            prism("dark_glass", [(-0.52, 1.24), (-0.52, 1.80), (-1.12, 1.80), (-1.54, 1.24)], 0.012, 0.004)
    box("dark_glass", 2.31, 0, 1.3, 0.02, 1.2, 0.45, 0.008)


def _side():
    y = -HALF - 0.004
    with at(y=y - 0.004):
        prism("blue", [(2.32, 0.62), (2.32, 0.98), (-0.55, 0.98), (-0.95, 0.62)], 0.012, 0.004)
        prism("sky", [(2.32, 1.02), (2.32, 1.10), (-0.42, 1.10), (-0.51, 1.02)], 0.012, 0.003)
        prism("warm", [(2.32, 1.14), (2.32, 1.19), (-0.32, 1.19), (-0.38, 1.14)], 0.012, 0.002)
    for x in (-0.46, 0.75):
        box("fins", x, y, 0.42, 0.012, 0.008, 1.5, 0)
    box("fins", 0.145, y, 1.92, 1.2, 0.008, 0.012, 0)
    for x in (-0.62, 0.62):
        box("navy", x, y - 0.012, 1.16 if x < 0 else 1.27, 0.14, 0.03, 0.035, 0.01)
    box("fins", 1.5, y, 1.25, 1.3, 0.006, 0.012, 0)
    for yy in (-HALF, HALF):
        box("navy", -0.1, yy, 0.30, 3.0, 0.03, 0.14, 0.012)
    box("white", -1.32, y - 0.11, 1.26, 0.08, 0.2, 0.24, 0.03)
    # A snowflake-like fan mark for the trade, three blades in a ring.
    with at(x=1.45, y=y - 0.006, z=1.6):
        ring("blue", 0, 0, 0, 0.2, 0.018, 56, "y")
        for k in range(3):
            with at(lean=120 * k):
                prism("blue", [(-0.02, 0.03), (0.02, 0.03), (0.085, 0.15), (-0.03, 0.165)], 0.012, 0.004)
        cyl("warm", 0, -0.01, 0, 0.04, 0.02, 0.004, 32, "y")


def _nose():
    box("navy", -2.44, 0, 0.30, 0.2, 1.78, 0.22, 0.05)
    box("navy", -2.50, 0, 0.62, 0.05, 0.9, 0.22, 0.03)
    for i in range(3):
        box("steel", -2.528, 0, 0.66 + i * 0.055, 0.012, 0.82, 0.018, 0.004)
    for y in (-0.66, 0.66):
        box("glass", -2.46, y, 0.72, 0.14, 0.32, 0.2, 0.05)
    for y in (-HALF - 0.005, HALF - 0.06):
        box("warm", -2.34, y + 0.03, 0.6, 0.1, 0.07, 0.06, 0.015)
    box("warm", 2.3, -0.78, 0.9, 0.07, 0.1, 0.3, 0.015)


def _wheel(x, y):
    cyl("rubber", x, y - 0.03, 0.36, 0.42, 0.08, 0.03, 56, "y")
    cyl("rubber", x, y, 0.34, 0.34, 0.22, 0.04, 56, "y")
    cyl("steel", x, y - 0.035, 0.34, 0.2, 0.06, 0.02, 48, "y")
    cyl("navy", x, y - 0.04, 0.34, 0.07, 0.04, 0.01, 32, "y")
    for k in range(6):
        a = pi * k / 3
        cyl("fins", x + 0.13 * cos(a), y - 0.038, 0.34 + 0.13 * sin(a), 0.024, 0.01, 0.002, 16, "y")


def _rack():
    for x in (-0.5, 0.6, 1.7):
        cyl("steel", x, -0.8, 2.2, 0.022, 1.6, 0.005, 16, "y")
        for y in (-0.74, 0.74):
            cyl("steel", x, y, 2.03, 0.02, 0.17, 0.004, 16)
    for y in (-0.55, -0.15):
        box("sky", 0.55, y, 2.222, 3.3, 0.04, 0.075, 0.01)
    for i in range(11):
        cyl("steel", -0.95 + i * 0.3, -0.55, 2.26, 0.016, 0.4, 0.003, 12, "y")
    box("navy", -0.72, 0.15, 2.05, 0.16, 0.62, 0.05, 0.015)
    for y in (-0.06, 0.36):
        with at(x=-0.72, y=y, z=2.10):
            lathe("lamp", [(0.11, 0), (0.115, 0.10), (0.09, 0.17), (0.03, 0.19)], 32)
