"""Three neighbours on one lawn and the van that serves them all."""
from parts.condenser import condenser
from parts.house import door, hip_roof, siding, window
from parts.plants import lawn, palm, shrub
from parts.solids import at, rounded, slab
from parts.studio import View
from parts.van import van

VIEW = View(azimuth=26, elevation=21, margin=0.02)


def build():
    with at(z=0.16):
        with at(z=-0.16, y=-0.6):
            lawn(9.0, 6.6, 1.3, 0.16)
        slab("concrete", rounded(8.0, 1.6, 0.3, 8, y=-2.75), 0, 0.03, 0.01)
        for x, y, mat, wide, tall in ((-2.75, 0.6, "sky", 2.5, 2.0), (0.1, 0.95, "white", 2.5, 2.35),
                                       (2.9, 0.5, "ice", 2.5, 2.0)):
            with at(x=x, y=y):
                _home(mat, wide, tall)
        with at(x=-0.6, y=-2.65, z=0.03, scale=0.82):
            van()
        for x, y, tall, seed in ((-4.15, -0.9, 2.6, 2), (-1.35, 2.3, 3.9, 5), (3.9, 2.2, 3.9, 9)):
            with at(x=x, y=y):
                palm(tall, 0.3 if seed != 2 else -0.25, seed, 1.15)


def _home(mat, wide, tall):
    siding(mat, wide, 2.3, tall)
    with at(z=tall + 0.1):
        hip_roof(wide, 2.3, 1.15, 0.28)
    with at(y=-1.16):
        with at(x=-0.55, z=0.1):
            door("blue" if mat != "sky" else "white", 0.7, 1.55)
        with at(x=0.5, z=0.65):
            window(0.7, 0.85)
    slab("concrete", rounded(0.7, 1.4, 0.04, 4, x=-0.55, y=-1.95), 0, 0.025, 0.008)
    with at(x=0.85, y=-1.75, scale=0.78):
        condenser()
    for seed, x in enumerate((0.15, -1.1)):
        with at(x=x, y=-1.45):
            shrub(0.22, seed + int(tall * 10), "white" if seed else None)
