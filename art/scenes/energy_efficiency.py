"""A mini split and its inverter unit on either side of an insulated wall, seen in section."""
from parts.mini_split import indoor_head, outdoor_unit
from parts.plants import lawn, palm
from parts.rooms import floor
from parts.solids import at, box, ribbon, tube
from parts.studio import View
from parts.thermostat import thermostat

VIEW = View(azimuth=28, elevation=14, margin=0.02)


def build():
    with at(z=0.08):
        with at(x=-0.3, z=-0.08):
            floor(2.3, 1.2)
        with at(x=1.42, z=-0.08):
            lawn(1.2, 1.2, 0.12, 0.08)
        _cut_wall()
        with at(x=-0.35, y=0.3):
            with at(x=-0.18, z=1.32):
                indoor_head(1.15)
            with at(x=0.32, z=0.95):
                thermostat("76", "ECO", size=3.6)
        for k, x in enumerate((-0.94, -0.70, -0.46)):
            ribbon(("mid", "sky", "mid")[k], [(x, 0.12, 1.32), (x + 0.02, -0.12, 1.16), (x + 0.1, -0.3, 0.86),
                   (x + 0.2, -0.42, 0.6), (x + 0.42, -0.48, 0.46)], 0.12, k, 0.3, flat=True)
        with at(x=1.42, y=-0.1):
            outdoor_unit()
        tube("white", [(0.3, 0.22, 1.45), (0.78, 0.22, 1.45), (1.05, 0.22, 1.45), (1.05, 0.22, 0.3),
                       (1.3, 0.2, 0.3)], 0.035, 0.06)
        with at(x=1.8, y=0.38):
            palm(1.75, 0.12, 3, 0.6)


def _cut_wall():
    """Back wall, and the outer wall cut to show board, batt and siding."""
    box("plaster", -0.35, 0.38, 0, 2.1, 0.16, 1.85, 0.01)
    for dx, mat, wide in ((0.0, "plaster", 0.03), (0.10, "batt", 0.17), (0.2, "timber", 0.025), (0.225, "white", 0.03)):
        box(mat, 0.62 + dx, 0.0, 0, wide, 0.92, 1.85, 0.006)
