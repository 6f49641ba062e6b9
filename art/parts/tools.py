"""What a technician carries: bag, clipboard, meter, torch, drum machine, hard hat."""
from math import cos, radians, sin

from .solids import at, box, cyl, lathe, prism, ring, rounded, slab, tube, words


def tool_bag():
    """An open-mouthed canvas bag with a pocketed face and its tools standing in it; faces -y."""
    prism_at = [(-0.25, 0), (0.25, 0), (0.225, 0.24), (-0.225, 0.24)]
    with at(y=-0.13):
        prism("blue", prism_at, 0.26, 0.02, 3)
        prism("navy", [(-0.254, 0), (0.254, 0), (0.248, 0.055), (-0.248, 0.055)], 0.264, 0.014, 3)
    slab("navy", rounded(0.456, 0.262, 0.03), 0.225, 0.03, 0.01)
    slab("rubber", rounded(0.41, 0.21, 0.03), 0.245, 0.012, 0.002)
    for x in (-0.15, 0, 0.15):
        box("sky", x, -0.135, 0.07, 0.12, 0.02, 0.11, 0.012)
        box("navy", x, -0.137, 0.155, 0.125, 0.026, 0.03, 0.006)
    tube("navy", [(-0.2, 0, 0.2), (-0.2, 0, 0.44), (0.2, 0, 0.44), (0.2, 0, 0.2)], 0.014, 0.05)
    cyl("sky", -0.07, 0, 0.44, 0.022, 0.14, 0.006, 20, "x")
    grips = ((-0.15, -0.04, "warm", -14), (-0.09, 0.05, "white", 3), (-0.03, -0.05, "sky", -6), (0.14, -0.02, "warm", 16))
    for x, y, mat, lean in grips:
        with at(x=x, y=y, z=0.2, lean=lean):
            cyl("steel", 0, 0, 0, 0.008, 0.1, 0.001, 12)
            with at(z=0.09):
                lathe(mat, [(0.014, 0), (0.021, 0.02), (0.017, 0.05), (0.022, 0.09), (0.012, 0.11)], 16)
    with at(x=0.06, y=-0.04, z=0.24, lean=8):
        box("steel", 0, 0, 0, 0.034, 0.012, 0.15, 0.004)
        with at(z=0.165):
            ring("steel", 0, 0, 0.014, 0.03, 0.011, 24, "y")


def clipboard(ticks=4):
    """A checklist that stands in the plane facing -y, bottom edge on z = 0; 0.36 by 0.5."""
    box("blue", 0, 0.006, 0, 0.36, 0.014, 0.5, 0.006)
    box("paper", 0, -0.003, 0.02, 0.315, 0.004, 0.42, 0.001)
    box("steel", 0, -0.008, 0.445, 0.15, 0.018, 0.045, 0.01)
    cyl("steel", -0.045, -0.014, 0.49, 0.016, 0.09, 0.005, 20, "x")
    box("blue", -0.04, -0.006, 0.395, 0.18, 0.002, 0.022, 0)
    for i in range(5):
        z = 0.315 - i * 0.065
        box("navy", -0.115, -0.006, z, 0.042, 0.002, 0.042, 0.004)
        box("paper", -0.115, -0.0075, z + 0.005, 0.032, 0.002, 0.032, 0.003)
        box("mid" if i % 2 else "navy", 0.03 - 0.012 * (i % 3), -0.006, z + 0.023, 0.19 - 0.024 * (i % 3), 0.002, 0.010, 0)
        box("sky", 0.0, -0.006, z + 0.004, 0.13, 0.002, 0.008, 0)
        if i < ticks:
            tube("blue", [(-0.132, -0.011, z + 0.024), (-0.118, -0.011, z + 0.008), (-0.088, -0.011, z + 0.048)], 0.0052)


def clamp_meter():
    """A clamp meter standing on its base, facing -y, jaw up; 0.26 tall."""
    slab_outline = [(-0.035, 0), (0.035, 0), (0.038, 0.03), (0.036, 0.13), (0.028, 0.165), (-0.028, 0.165), (-0.036, 0.13),
                    (-0.038, 0.03)]
    prism("navy", slab_outline, 0.036, 0.008, 3)
    box("display", 0, -0.001, 0.085, 0.05, 0.006, 0.036, 0.002)
    words("navy", "3.42", 0, -0.0045, 0.103, 0.022, 0.0004)
    cyl("warm", 0, -0.008, 0.052, 0.018, 0.01, 0.003, 24, "y")
    for x in (-0.018, 0.018):
        cyl("steel", x, -0.004, 0.018, 0.006, 0.006, 0.001, 12, "y")
    points = [(0.04 * cos(a), 0.018, 0.205 + 0.045 * sin(a)) for a in [radians(-75 + 330 * k / 30) for k in range(31)]]
    tube("warm", points, 0.011)


def torch():
    """A flashlight that lies along +x."""
    with at(z=0.03, lean=90):
        lathe("navy", [(0.018, 0), (0.02, 0.006), (0.02, 0.13), (0.03, 0.16), (0.03, 0.19)], 32)
        lathe("digits", [(0.026, 0.188), (0.026, 0.192)], 32)


def drum_machine():
    """A drain-cleaning machine: cable drum in its frame, motor, wheels; the cable leaves along -x."""
    for y in (-0.17, 0.17):
        tube("steel", [(-0.34, y, 0.03), (0.28, y, 0.03), (0.42, y, 0.45), (0.42, y, 0.62)], 0.014, 0.08)
        tube("steel", [(-0.34, y, 0.03), (-0.28, y, 0.30), (0.36, y, 0.30)], 0.014, 0.08)
    for x, z in ((0.42, 0.62), (-0.34, 0.03), (0.36, 0.30)):
        cyl("steel", x, -0.17, z, 0.014, 0.34, 0.003, 16, "y")
    cyl("rubber", 0.40, -0.15, 0.62, 0.022, 0.3, 0.006, 20, "y")
    with at(x=-0.19, z=0.30, lean=90):
        lathe("blue", [(0.07, 0.0), (0.20, 0.03), (0.225, 0.07), (0.225, 0.21), (0.20, 0.25), (0.06, 0.27)], 64)
        for z in (0.08, 0.14, 0.20):
            ring("navy", 0, 0, z, 0.226, 0.006, 72)
    with at(x=0.08, z=0.30, lean=90):
        lathe("navy", [(0.085, 0), (0.09, 0.02), (0.09, 0.20), (0.07, 0.22)], 40)
    box("warm", 0.2, -0.06, 0.385, 0.09, 0.05, 0.035, 0.008)
    cyl("steel", -0.32, 0, 0.30, 0.035, 0.14, 0.01, 32, "x")
    for y in (-0.225, 0.175):
        cyl("rubber", 0.24, y, 0.105, 0.105, 0.05, 0.015, 40, "y")
        cyl("steel", 0.24, y - 0.004, 0.105, 0.05, 0.058, 0.008, 32, "y")


def coiled_cable(points, r=0.011):
    """Drain cable: a wound steel wire, shown by its ridges."""
    from .ducts import flex
    return flex(points, r, "steel", pitch=0.014, steps=40)


def traffic_cone():
    """A road cone that keeps the working side clear; stands on z = 0."""
    slab("navy", rounded(0.34, 0.34, 0.05), 0, 0.035, 0.01)
    with at(z=0.03):
        lathe("warm", [(0.135, 0), (0.03, 0.47), (0.02, 0.48)], 40)
        lathe("white", [(0.0995, 0.17), (0.076, 0.275)], 40)
