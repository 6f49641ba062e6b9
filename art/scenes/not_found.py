"""A thermostat that reads 404, and a duct that never reached its register."""
from parts.ducts import collar, flex
from parts.rooms import floor, wall
from parts.solids import at, ribbon
from parts.studio import View
from parts.thermostat import thermostat

VIEW = View(azimuth=18, elevation=10, margin=0.025)


def build():
    with at(z=0.08):
        with at(y=-0.1, z=-0.08):
            floor(2.2, 1.1)
        with at(y=0.3):
            wall(2.1, 1.5)
            with at(x=-0.3, z=0.85):
                thermostat("404", "NOT FOUND", "heat", 8.0)
            with at(x=0.72, z=1.2, turn=0):
                collar(0.13, 0.1)
        flex([(0.72, 0.2, 1.2), (0.72, 0.0, 1.2), (0.74, -0.2, 1.02), (0.7, -0.3, 0.6), (0.5, -0.38, 0.24), (0.1, -0.42, 0.17),
              (-0.25, -0.4, 0.2)], 0.15)
        for k, dz in enumerate((-0.06, 0, 0.06)):
            ribbon(("sky", "mid", "warm")[k], [(-0.2, -0.4, 0.2 + dz), (-0.5, -0.42, 0.22 + dz), (-0.8, -0.42, 0.3 + dz),
                   (-0.98, -0.36, 0.52 + dz), (-0.92, -0.3, 0.78 + dz), (-1.12, -0.28, 1.02 + dz)], 0.08, k)
