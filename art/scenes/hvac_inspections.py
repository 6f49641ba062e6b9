"""An opened air handler, coil in view and filter drawn, with the checklist and meter before it."""
from parts.air_handler import air_handler, refrigerant_lines
from parts.rooms import floor
from parts.solids import at, box
from parts.studio import View
from parts.tools import clamp_meter, clipboard, torch

VIEW = View(azimuth=4, elevation=13, margin=0.02)


def build():
    with at(z=0.08):
        with at(x=0.04, y=-0.18, z=-0.08):
            floor(1.95, 1.3)
        with at(x=-0.34, y=0.1, turn=-20):
            air_handler(coil_open=True)
            refrigerant_lines(-1, 1.3)
        # The panel that came off the coil holds the clipboard up.
        with at(x=0.5, y=-0.14, turn=-14):
            with at(y=0.09, tilt=-9):
                box("cabinet", 0, 0, 0, 0.58, 0.03, 0.46, 0.01)
            with at(tilt=-9, y=-0.03, scale=1.9):
                clipboard(4)
        with at(x=0.06, y=-0.56, turn=-12, scale=1.6):
            clamp_meter()
        with at(x=-0.66, y=-0.62, turn=10, scale=1.7):
            torch()
