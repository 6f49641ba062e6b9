"""A trunk line under cleaning: a rotary brush enters one end, a collector draws at the other."""
from parts.ducts import collar, flex, negative_air_machine, trunk, whip_brush
from parts.rooms import floor, wall
from parts.solids import at, box, cyl, hose
from parts.studio import View

VIEW = View(azimuth=20, elevation=13, margin=0.02)
CEILING = 1.12
Z = CEILING + 0.2


def build():
    with at(z=0.08):
        with at(z=-0.08, y=-0.05):
            floor(2.9, 1.4)
        with at(y=0.5):
            wall(2.5, CEILING + 0.75)
        # The room's ceiling in section, insulated on top; the trunk rests over it.
        box("white", -0.12, 0.06, CEILING, 2.0, 0.9, 0.06, 0.008)
        box("batt", -0.12, 0.08, CEILING + 0.06, 1.9, 0.8, 0.07, 0.03)
        for x in (-0.95, 0.7):
            box("timber", x, 0.16, CEILING + 0.06, 0.07, 0.66, 0.14, 0.006)
        with at(x=-0.12, y=0.2, z=Z):
            trunk(2.2, 0.5, 0.38, 0.73)
        _branches()
        _cleaning()


def _branches():
    for x, end in ((-0.72, -0.8), (0.1, 0.02)):
        with at(x=x, y=-0.06, z=Z + 0.2):
            collar(0.095, 0.1)
        flex([(x, -0.15, Z + 0.2), (x, -0.27, Z + 0.19), (end, -0.3, Z + 0.02), (end, -0.26, CEILING + 0.12)], 0.115)
        box("zinc", end, -0.24, CEILING + 0.05, 0.3, 0.26, 0.1, 0.01)


def _cleaning():
    with at(x=0.62, y=-0.25, turn=4, scale=1.05):
        negative_air_machine()
    # The suction hose drops from the trunk's end cap to the machine's side inlet.
    cyl("navy", 0.98, 0.2, Z + 0.19, 0.165, 0.06, 0.01, 48, "x")
    flex([(1.0, 0.2, Z + 0.19), (1.22, 0.18, Z + 0.15), (1.34, 0.05, Z - 0.25), (1.26, -0.15, Z - 0.72), (0.92, -0.25, 0.45)],
         0.145, "blue", 0.06)
    cyl("navy", 0.93, -0.24, 0.46, 0.165, 0.05, 0.01, 48, "x")
    # The brush at the access opening, on its cable.
    box("fins", -1.222, 0.2, Z + 0.05, 0.012, 0.38, 0.28, 0)
    with at(x=-1.60, y=0.2, z=Z + 0.19):
        whip_brush(0.165, 0.3)
    hose("navy", [(-1.59, 0.2, Z + 0.19), (-1.7, 0.19, Z + 0.16), (-1.62, 0.0, Z - 0.4), (-1.25, -0.25, 0.4),
                  (-0.9, -0.45, 0.03), (-0.5, -0.42, 0.02), (-0.35, -0.22, 0.02), (-0.6, -0.06, 0.02), (-0.88, -0.2, 0.02),
                  (-0.7, -0.48, 0.045), (-0.3, -0.5, 0.02)], 0.018)
