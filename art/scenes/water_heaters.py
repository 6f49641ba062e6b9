"""A tank water heater in its pan: T&P valve and discharge, expansion tank, cold and hot lines."""
from parts.rooms import floor, wall
from parts.solids import at, box, cyl, tube
from parts.studio import View
from parts.water_heater import TALL, expansion_tank, relief_valve, water_heater

VIEW = View(azimuth=20, elevation=13, margin=0.02)


def build():
    with at(z=0.08):
        with at(z=-0.08):
            floor(2.05, 1.15)
        with at(y=0.42):
            wall(1.95, 1.75)
        with at(x=-0.1, y=0.0):
            water_heater()
            with at(z=0.06):
                relief_valve(0.86)
            _lines()
        # The electric supply: a disconnect on the wall, conduit down and over to the tank's top box.
        with at(x=0.62, y=0.42, z=0.85):
            box("cabinet", 0, -0.05, 0, 0.22, 0.1, 0.32, 0.012)
            box("warm", 0, -0.105, 0.13, 0.035, 0.02, 0.08, 0.006)
        tube("steel", [(0.62, 0.38, 1.16), (0.62, 0.38, 1.36), (-0.1, 0.38, 1.36), (-0.1, 0.14, 1.36), (-0.1, 0.14, 1.2)],
             0.016, 0.06)


def _lines():
    """Cold with its shut-off and expansion tee on the left, hot on the right."""
    z = TALL + 0.1
    tube("copper", [(-0.13, 0, z), (-0.13, 0, z + 0.3), (-0.13, 0.32, z + 0.3), (-0.13, 0.44, z + 0.3)], 0.016, 0.05)
    tube("copper", [(0.13, 0, z), (0.13, 0, z + 0.2), (0.13, 0.32, z + 0.2), (0.13, 0.44, z + 0.2)], 0.016, 0.05)
    cyl("brass", -0.13, 0, z + 0.08, 0.028, 0.07, 0.008, 20)
    box("blue", -0.13, -0.04, z + 0.105, 0.035, 0.11, 0.014, 0.005)
    tube("copper", [(-0.13, 0.12, z + 0.3), (-0.5, 0.12, z + 0.3), (-0.5, 0.12, z + 0.22)], 0.014, 0.05)
    with at(x=-0.5, y=0.12, z=z + 0.24):
        expansion_tank()
