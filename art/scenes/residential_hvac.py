"""A home's split system in one look: a cut-open room, attic duct, air handler, condenser outside."""
from parts.air_handler import air_handler, plenum, return_base
from parts.condenser import condenser, disconnect, line_set, service_valves, whip
from parts.ducts import collar, diffuser, flex, trunk
from parts.house import standing_seam, window
from parts.plants import lawn, palm, shrub
from parts.solids import at, box, mesh, ribbon, tube
from parts.studio import View
from parts.thermostat import thermostat

VIEW = View(azimuth=20, elevation=15, margin=0.02)
LONG, DEEP, TALL = 3.5, 1.7, 2.12


def build():
    with at(z=0.14):
        with at(x=0.6, y=-0.15, z=-0.14):
            lawn(5.3, 2.9, 0.5, 0.14)
        _shell()
        _system()
        _outside()


def _shell():
    """The back half of a house: the front is left away so that sun and eye come in."""
    back = DEEP / 2
    box("floor", 0, 0, 0, LONG, DEEP, 0.08, 0.01)
    box("plaster", 0, back - 0.06, 0.08, LONG, 0.12, TALL, 0.008)
    box("white", -LONG / 2 + 0.06, back - 0.3, 0.0, 0.12, 0.6, TALL + 0.08, 0.01)
    box("white", LONG / 2 - 0.06, back - 0.6, 0.0, 0.12, 1.2, TALL + 0.08, 0.01)
    box("plaster", 0.75, 0.5, 0.08, 0.08, 0.6, TALL, 0.008)
    box("white", 0, 0.3, TALL + 0.08, LONG, DEEP - 0.6, 0.08, 0.008)
    box("batt", 0, 0.3, TALL + 0.16, LONG - 0.3, DEEP - 0.75, 0.09, 0.03)
    rise, eave = 1.0, back + 0.22
    with at(z=TALL + 0.14):
        standing_seam([(LONG / 2 + 0.2, eave, 0), (-LONG / 2 - 0.2, eave, 0), (-LONG / 2 - 0.2, 0, rise),
                       (LONG / 2 + 0.2, 0, rise)], 0.3)
        for x in (-LONG / 2 + 0.05, -0.62, 0.62, LONG / 2 - 0.05):
            tube("timber", [(x, eave - 0.05, 0), (x, 0.02, rise - 0.06)], 0.03)
        tube("roof", [(-LONG / 2 - 0.2, 0, rise), (LONG / 2 + 0.2, 0, rise)], 0.05)
        for x in (-LONG / 2, LONG / 2):
            mesh("ice", [(x, 0.02, rise - 0.04), (x, eave - 0.1, 0), (x, 0.02, 0)], [(0, 1, 2)], smooth=False)
    with at(x=-0.95, y=back - 0.12, z=0.9):
        window(0.75, 0.9, pane="digits")
    with at(x=0.4, y=back - 0.12, z=1.25):
        thermostat("74", "COOL", size=3.0)
    _sofa()


def _sofa():
    with at(x=-0.9, y=0.25, z=0.08):
        box("blue", 0, 0, 0, 1.25, 0.55, 0.3, 0.06, 3)
        box("blue", 0, 0.22, 0.22, 1.25, 0.16, 0.4, 0.06, 3)
        for x in (-0.67, 0.67):
            box("blue", x, 0, 0, 0.16, 0.58, 0.45, 0.05, 3)
        with at(x=-0.3, y=0.05, z=0.31, tilt=-18):
            box("sky", 0, 0, 0, 0.3, 0.1, 0.26, 0.05, 3)


def _system():
    with at(x=1.28, y=0.3, z=0.08):
        return_base(0.3)
        with at(z=0.3):
            air_handler()
            with at(z=1.36):
                plenum(0.75)
    with at(x=-0.15, y=0.3, z=TALL + 0.3):
        trunk(2.95, 0.4, 0.32, 0.58)
    for x in (-1.1, 0.15):
        with at(x=x, y=0.1, z=TALL + 0.46):
            collar(0.1, 0.1)
        flex([(x, 0.0, TALL + 0.46), (x, -0.18, TALL + 0.47), (x - 0.05, -0.24, TALL + 0.36), (x - 0.05, -0.2, TALL + 0.14)],
             0.115)
        with at(x=x - 0.05, y=-0.12, z=TALL + 0.08):
            diffuser(0.36)
        for k, dx in enumerate((-0.1, 0, 0.1)):
            ribbon("sky" if k != 1 else "mid", [(x + dx - 0.05, -0.14, TALL + 0.02), (x + dx * 1.6 - 0.08, -0.14, TALL - 0.35),
                   (x + dx * 3 - 0.2, -0.16, TALL - 0.7), (x + dx * 4.5 - 0.4, -0.2, TALL - 0.95)], 0.07, k, 0.3)


def _outside():
    with at(x=2.6, y=-0.35):
        condenser()
        service_valves()
        line_set([(0.57, 0.62, 0.22), (-0.9, 0.62, 0.22)])
    with at(x=LONG / 2 + 0.0, y=-0.25, z=0.95, turn=90):
        disconnect()
    whip((LONG / 2 + 0.05, -0.25, 0.92), (2.2, -0.42, 0.6))
    with at(x=2.75, y=0.8):
        palm(2.55, 0.15, 4, 0.8)
    for seed, (x, y, r) in enumerate(((-2.0, -1.05, 0.2), (-1.6, -1.12, 0.15), (1.6, -1.15, 0.17))):
        with at(x=x, y=y):
            shrub(r, seed, "white" if seed == 1 else None)
