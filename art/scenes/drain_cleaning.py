"""A drum machine feeding its cable into the cleanout under a sink's trap."""
from parts.rooms import floor, wall
from parts.solids import at, box, cyl, rounded, slab, tube
from parts.studio import View
from parts.tools import coiled_cable, drum_machine

VIEW = View(azimuth=24, elevation=14, margin=0.02)


def build():
    with at(z=0.08):
        with at(x=0.05, y=-0.08, z=-0.08):
            floor(2.3, 1.2)
        with at(x=0, y=0.42):
            wall(2.0, 1.3)
        _sink()
        with at(x=0.62, y=-0.22, turn=6, scale=1.1):
            drum_machine()
        coiled_cable([(0.22, -0.24, 0.33), (0.0, -0.26, 0.33), (-0.25, -0.22, 0.31), (-0.42, -0.08, 0.25),
                      (-0.45, 0.2, 0.24)], 0.018)


def _sink():
    """Basin on the wall, tailpiece, P-trap, trap arm and the cleanout tee below it."""
    x, y = -0.45, 0.06
    with at(x=x, y=y, z=0.8):
        slab("white", rounded(0.72, 0.56, 0.12), 0, 0.2, 0.05)
        slab("ice", rounded(0.6, 0.40, 0.12, y=-0.04), 0.19, 0.014, 0.004)
        cyl("steel", 0, 0.21, 0.2, 0.03, 0.03, 0.006, 24)
        tube("steel", [(0, 0.21, 0.2), (0, 0.21, 0.46), (0, 0.0, 0.46), (0, 0.0, 0.38)], 0.018, 0.1)
        for dx, mat in ((-0.12, "blue"), (0.12, "warm")):
            cyl("steel", dx, 0.21, 0.2, 0.022, 0.06, 0.005, 20)
            cyl(mat, dx, 0.21, 0.26, 0.026, 0.014, 0.004, 20)
            box("steel", dx, 0.18, 0.27, 0.016, 0.1, 0.014, 0.005)
    tube("white", [(x, y, 0.82), (x, y, 0.46), (x + 0.17, y, 0.46), (x + 0.17, y, 0.64),
                   (x + 0.17, 0.43, 0.64)], 0.034, 0.085)
    for dx, z in ((0, 0.74), (0, 0.58), (0.17, 0.55)):
        cyl("mid", x + dx, y, z, 0.046, 0.04, 0.008, 12)
    cyl("steel", x + 0.17, 0.39, 0.64, 0.06, 0.03, 0.006, 40, "y")
    # The cleanout: a short branch from the wall stack, its plug hung beside it.
    cyl("white", x, 0.24, 0.24, 0.062, 0.2, 0.006, 40, "y")
    cyl("mid", x, 0.2, 0.24, 0.075, 0.06, 0.008, 40, "y")
    cyl("fins", x, 0.196, 0.24, 0.055, 0.01, 0.001, 40, "y")
    cyl("blue", x - 0.3, -0.2, 0.0, 0.07, 0.03, 0.006, 8)
    box("blue", x - 0.3, -0.2, 0.03, 0.05, 0.05, 0.03, 0.006)
