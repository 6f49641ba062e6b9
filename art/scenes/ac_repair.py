"""A condenser with its service panel off, the gauge manifold connected, the tools at hand."""
from parts.condenser import WIDE, condenser, service_panel
from parts.gauges import charging_hose, manifold
from parts.plants import grass, lawn, shrub
from parts.solids import at, cyl, tube
from parts.studio import View
from parts.tools import tool_bag

VIEW = View(azimuth=14, elevation=17, margin=0.02)


def build():
    with at(z=0.1):
        with at(x=0.12, y=-0.25, z=-0.1):
            lawn(2.2, 1.75, 0.3, 0.1)
        condenser(open_panel=True)
        _valves_and_hoses()
        # The panel that came off leans on the unit's left face.
        with at(x=-0.78, y=-0.30, z=-0.04, lean=14, turn=-18):
            with at(x=-0.265, y=0.42):
                service_panel()
        with at(x=-0.42, y=-0.78, turn=10, scale=1.1):
            tool_bag()
        for seed, (x, y) in enumerate(((0.98, -0.95), (1.05, 0.4), (-0.85, -0.95))):
            grass(x, y, seed, tall=0.09)
        with at(x=-0.72, y=0.42):
            shrub(0.22, 4, "sky")


def _valves_and_hoses():
    """Suction and liquid valves on a plate beside the opening; manifold hung from the guard."""
    x = WIDE / 2 - 0.01
    for y, r in ((-0.1, 0.018), (0.06, 0.026)):
        with at(x=x, y=y, z=0.24):
            cyl("brass", 0, 0, 0, r, 0.09, 0.004, 16, "x")
            cyl("brass", 0.06, 0, -0.01, r * 0.9, 0.07, 0.006, 6)
            cyl("brass", 0.06, -0.06, 0.0, 0.012, 0.06, 0.003, 12, "y")
    tube("copper", [(x + 0.06, -0.1, 0.23), (x + 0.06, -0.1, 0.15), (x + 0.14, -0.1, 0.15),
                    (x + 0.14, 0.7, 0.15)], 0.013, 0.04)
    tube("rubber", [(x + 0.06, 0.06, 0.23), (x + 0.06, 0.06, 0.16), (x + 0.2, 0.06, 0.16), (x + 0.2, 0.7, 0.16)], 0.03, 0.05)
    # A rod set in the turf carries the manifold at working height.
    with at(x=0.86, y=-0.62, turn=16):
        cyl("steel", 0, 0.03, 0, 0.012, 0.98, 0.003, 16)
        tube("steel", [(0, 0.03, 0.97), (0, -0.03, 0.97), (0, -0.04, 0.93)], 0.009, 0.02)
        with at(z=0.53, scale=1.5):
            manifold()
    charging_hose("blue", [(0.73, -0.66, 0.43), (0.70, -0.68, 0.27), (0.60, -0.5, 0.12), (0.62, -0.2, 0.14),
                           (0.51, -0.01, 0.25)])
    charging_hose("warm", [(0.99, -0.58, 0.43), (1.0, -0.58, 0.2), (0.85, -0.4, 0.06), (0.68, -0.24, 0.12),
                           (0.48, -0.16, 0.25)])
    charging_hose("white", [(0.86, -0.62, 0.43), (0.87, -0.66, 0.22), (0.72, -0.85, 0.05), (0.38, -0.92, 0.03),
                            (0.12, -0.86, 0.03)])
