"""The packaged rooftop unit on its curb, with the economiser hood a technician expects."""
from .condenser import fan_top
from .solids import at, box, cyl, lathe, mesh, prism, rounded, slab, tube

LONG, DEEP, TALL = 2.3, 1.25, 1.05


def rooftop_unit():
    """A packaged unit along x, standing on a 0.3 m curb; access panels face -y."""
    _curb()
    with at(z=0.34):
        _rails()
        box("cabinet", 0, 0, 0.08, LONG, DEEP, TALL, 0.02)
        _panels()
        _condenser_section()
        _economiser()
        with at(x=0.72, z=TALL + 0.06, scale=1.28):
            fan_top(0)
        box("cabinet", -0.46, 0, TALL + 0.075, 1.30, DEEP + 0.05, 0.035, 0.012)


def _curb():
    box("zinc", 0, 0, 0, LONG - 0.2, DEEP - 0.08, 0.3, 0.01)
    mesh("ice", *_cant(LONG - 0.2, DEEP - 0.08))
    box("rubber", 0, 0, 0.3, LONG - 0.18, DEEP - 0.06, 0.04, 0.008)


def _cant(sx, sy):
    """The membrane that turns up the curb over a cant strip."""
    verts = []
    for out, z in ((0.16, 0.0), (0.012, 0.16), (0.012, 0.2)):
        a, b = sx / 2 + out, sy / 2 + out
        verts += [(-a, -b, z), (a, -b, z), (a, b, z), (-a, b, z)]
    faces = [(r * 4 + k, r * 4 + (k + 1) % 4, r * 4 + 4 + (k + 1) % 4, r * 4 + 4 + k) for r in (0, 1) for k in range(4)]
    return verts, faces


def _rails():
    for y in (-DEEP / 2 + 0.03, DEEP / 2 - 0.03):
        box("steel", 0, y, 0, LONG, 0.06, 0.09, 0.01)
    for x in (-0.8, 0.8):
        box("fins", x, -DEEP / 2 - 0.001, 0.025, 0.16, 0.01, 0.04, 0.01)


def _panels():
    """Filter, blower and control doors with handles, hinge line and rain lip."""
    y = -DEEP / 2
    for x, wide in ((-0.86, 0.50), (-0.30, 0.56), (0.19, 0.36)):
        box("cabinet", x, y - 0.006, 0.14, wide, 0.02, TALL - 0.14, 0.012)
        box("steel", x + wide / 2 - 0.06, y - 0.022, 0.55, 0.035, 0.02, 0.13, 0.008)
        for z in (0.2, TALL - 0.08):
            cyl("steel", x - wide / 2 + 0.04, y - 0.02, z, 0.012, 0.01, 0.002, 12, "y")
    box("blue", -0.30, y - 0.018, 0.86, 0.36, 0.008, 0.13, 0.004)
    box("sky", -0.30, y - 0.024, 0.90, 0.24, 0.004, 0.045, 0.002)
    box("white", 0.19, y - 0.018, 0.34, 0.22, 0.006, 0.2, 0.003)
    for i in range(5):
        box("fins", 0.19, y - 0.022, 0.37 + i * 0.032, 0.16, 0.002, 0.01, 0)
    box("warm", 0.19, y - 0.018, 0.9, 0.1, 0.006, 0.1, 0.003)
    box("cabinet", -0.35, y - 0.02, TALL + 0.04, 1.5, 0.06, 0.02, 0.006)


def _condenser_section():
    """Louvred coil guard round the fan end."""
    for y, x, wide, turn in ((-DEEP / 2, 0.78, 0.66, 0), (0, LONG / 2, 1.05, 90)):
        with at(x=x, y=y, turn=turn):
            box("fins", 0, -0.004, 0.16, wide, 0.014, TALL - 0.18, 0)
            count = 17
            for i in range(count):
                with at(y=-0.016, z=0.18 + i * (TALL - 0.24) / (count - 1), tilt=-38):
                    box("cabinet", 0, 0, -0.006, wide, 0.006, 0.038, 0.002)
            for dx in (-wide / 2, wide / 2):
                box("cabinet", dx, -0.014, 0.13, 0.04, 0.034, TALL - 0.1, 0.008)


def _economiser():
    """The outside-air hood on the return end, with its bird screen."""
    with at(x=-LONG / 2, y=-0.46, turn=0):
        with at(z=0.34):
            prism("cabinet", [(0, 0.0), (0, 0.62), (-0.06, 0.62), (-0.48, 0.22), (-0.48, 0.0)], 0.92, 0.014)
            for i in range(8):
                box("fins", -0.44 + i * 0.055, 0.46, -0.006, 0.012, 0.84, 0.012, 0)
            for dz in (0.05, 0.1, 0.15):
                box("fins", -0.484, 0.46, dz, 0.006, 0.8, 0.014, 0)


def gas_line():
    """Black-iron pipe in our navy: shut-off with its handle, drip leg, union; runs on roof blocks."""
    y = -DEEP / 2 - 0.16
    tube("navy", [(0.19, -DEEP / 2, 0.62), (0.19, y, 0.62), (0.19, y, 0.16), (1.4, y, 0.16), (1.4, y, -0.02)], 0.024, 0.03)
    cyl("navy", 0.19, y, 0.04, 0.024, 0.12, 0.004, 20)
    cyl("navy", 0.19, y, 0.03, 0.032, 0.03, 0.006, 8)
    cyl("brass", 0.19, y, 0.36, 0.04, 0.09, 0.012, 24)
    box("warm", 0.19, y - 0.05, 0.395, 0.14, 0.02, 0.022, 0.006)
    for x in (0.55, 1.1):
        slab("concrete", rounded(0.16, 0.22, 0.03, x=x, y=y), 0, 0.135, 0.015)


def exhaust_fan():
    """A spun-aluminium mushroom fan on its own curb."""
    box("zinc", 0, 0, 0, 0.5, 0.5, 0.24, 0.01)
    with at(z=0.24):
        lathe("zinc", [(0.24, 0), (0.22, 0.10), (0.36, 0.12), (0.38, 0.16), (0.34, 0.26), (0.22, 0.33), (0.2, 0.36),
                       (0.08, 0.40)], 56)
