"""The service van has just pulled up beside a condenser, beacon lit."""
from parts.condenser import condenser
from parts.plants import palm, shrub
from parts.solids import at, rounded, slab
from parts.studio import View
from parts.tools import tool_bag, traffic_cone
from parts.van import van

VIEW = View(azimuth=-38, elevation=14, margin=0.02)


def build():
    slab("white", rounded(5.9, 3.7, 0.6, 14), 0, 0.07, 0.02)
    slab("concrete", rounded(5.92, 3.72, 0.6, 14), 0.06, 0.08, 0.025)
    with at(z=0.14):
        slab("grass", rounded(5.7, 0.75, 0.35, 14, y=1.42), 0, 0.05, 0.02)
        with at(x=0.0, y=0.1):
            van()
        with at(x=2.05, y=-1.25, scale=1.1):
            condenser()
        with at(x=1.0, y=-1.3, turn=-20, scale=1.35):
            tool_bag()
        for x, y in ((-2.55, -1.25), (-0.7, -1.5)):
            with at(x=x, y=y, scale=1.15):
                traffic_cone()
        with at(x=2.3, y=1.4, z=0.03):
            palm(3.1, 0.2, 6, 1.1)
        for seed, x in enumerate((0.9, 1.5)):
            with at(x=x, y=1.42, z=0.04):
                shrub(0.32 - 0.06 * seed, seed)
