"""An air handler with its heat kit uncovered and glowing, warm air leaving the supply duct."""
from parts.air_handler import TALL, air_handler, condensate, plenum, refrigerant_lines, return_base
from parts.ducts import trunk
from parts.rooms import floor, register, wall
from parts.solids import at, ribbon
from parts.studio import View
from parts.thermostat import thermostat

VIEW = View(azimuth=20, elevation=12, margin=0.02)
BASE = 0.24


def build():
    with at(z=0.08):
        with at(z=-0.08):
            floor(2.45, 1.2)
        with at(y=0.4):
            wall(2.35, 2.02)
        with at(x=-0.45, y=0.06):
            return_base(BASE)
            with at(z=BASE):
                air_handler(heat_open=True, lit=True)
                refrigerant_lines(-1, TALL + 0.3)
                condensate(1)
                with at(z=TALL):
                    plenum(0.38)
        with at(x=0.22, y=0.4, z=1.14):
            thermostat("70", "HEAT", "heat", 3.8)
        _supply()


def _supply():
    """A short duct from the plenum to a register, and the breeze that leaves it."""
    z = BASE + TALL + 0.05
    with at(x=0.45, y=0.1, z=z):
        trunk(1.25, 0.4, 0.26, 0.62)
    with at(x=0.72, y=-0.1, z=z + 0.03):
        register(0.6, 0.2)
    for k, dx in enumerate((-0.18, 0, 0.18)):
        x = 0.84 + dx * 0.9
        ribbon(("sky", "warm", "warm")[k], [(x, -0.1, z + 0.12), (x + 0.02, -0.3, z), (x + 0.06, -0.42, z - 0.32),
               (x + 0.02, -0.48, z - 0.68), (x + 0.2, -0.52, z - 1.0)], 0.12, k, 0.35, flat=True)
