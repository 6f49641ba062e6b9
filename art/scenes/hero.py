"""The house: two bodies joined by the breezeway, palms, and the condenser at its side."""
from parts.condenser import condenser, disconnect, line_set, service_valves, whip
from parts.house import breezeway, cupola, door, hip_roof, planter, post, siding, window
from parts.plants import grass, lawn, palm, shrub
from parts.solids import at, box, rounded, slab
from parts.studio import View

VIEW = View(azimuth=20, elevation=17, margin=0.02)


def build():
    with at(z=0.16):
        with at(x=0.4, y=-0.75, z=-0.16):
            lawn(11.7, 7.2, 1.6, 0.16)
        _main_house()
        _wing()
        with at(x=1.48, y=0.2):
            breezeway(2.5, 1.9, 2.05)
            _furnish()
        _condenser()
        _garden()


def _main_house():
    with at(x=-2.3):
        siding("white", 5.0, 3.6, 2.35)
        with at(z=2.45):
            hip_roof(5.0, 3.6, 1.5)
            with at(x=0.0, z=1.5):
                cupola()
        with at(y=-1.82):
            with at(x=-1.55, z=0.72):
                window(0.8, 1.15, shutters="blue")
            with at(x=1.6, z=0.72):
                window(0.8, 1.15, shutters="blue")
            with at(z=0.12):
                door("blue")
        with at(x=2.52, z=0.8, turn=90):
            with at(x=-1.2):
                window(0.6, 1.0)
        _porch()


def _porch():
    """A small stoop under its own hip, so that the door is the house's face."""
    box("concrete", 0, -2.45, 0, 1.9, 1.25, 0.12, 0.025)
    for x in (-0.78, 0.78):
        with at(x=x, y=-2.88, z=0.12):
            post(2.0)
    box("white", 0, -2.4, 2.08, 1.8, 1.2, 0.16, 0.012)
    with at(y=-2.1, z=2.32):
        hip_roof(1.7, 1.7, 0.62, 0.18)


def _wing():
    with at(x=4.2, y=-0.25):
        siding("ice", 3.0, 3.0, 2.15)
        with at(z=2.25):
            hip_roof(3.0, 3.0, 1.3, 0.3)
        with at(x=-0.62, y=-1.52, z=0.72):
            window(0.72, 1.0, shutters="blue")
        with at(x=1.52, z=0.72, turn=90):
            window(0.9, 1.0)


def _furnish():
    """A bench at the back of the passage, a pot at each front post."""
    with at(x=0, y=0.7, z=0.1):
        box("blue", 0, 0, 0.32, 1.2, 0.36, 0.05, 0.012)
        for z in (0.45, 0.56, 0.67):
            box("blue", 0, 0.17, z, 1.2, 0.035, 0.08, 0.01)
        for x in (-0.52, 0.52):
            box("blue", x, 0, 0, 0.06, 0.32, 0.34, 0.01)
            box("blue", x, 0.18, 0.3, 0.05, 0.03, 0.42, 0.008)
    for x, seed in ((-0.82, 31), (0.78, 32)):
        with at(x=x, y=-0.88, z=0.1):
            planter(0.36)
            with at(z=0.34):
                shrub(0.24, seed, "white")


def _condenser():
    """A little over life size: at 320 px it must still be one."""
    with at(x=4.85, y=-2.6, scale=1.4):
        condenser()
        service_valves()
        with at(x=0.2, y=0.635, z=0.9):
            disconnect()
        whip((0.2, 0.58, 0.87), (0.3, 0.42, 0.55))
        # The lines turn the corner of the unit and enter the wall behind it.
        line_set([(0.57, 0.55, 0.22), (0.57, 0.55, 0.62), (0.57, 0.66, 0.62)])


def _garden():
    slab("concrete", rounded(1.0, 1.1, 0.04, 4, x=-2.25, y=-3.6), 0, 0.03, 0.01)
    slab("concrete", rounded(1.1, 3.1, 0.04, 4, x=1.48, y=-2.35), 0, 0.03, 0.01)
    for x, y, tall, lean, seed in ((-4.9, 1.7, 4.5, -0.35, 3), (-4.85, -2.3, 2.7, -0.3, 8), (2.1, 2.4, 4.9, 0.3, 11),
                                   (5.1, 1.9, 3.9, 0.35, 5)):
        with at(x=x, y=y):
            palm(tall, lean, seed, 1.35)
    bushes = ((-4.3, -2.2, 0.36, None), (-3.7, -2.25, 0.3, "sky"), (-3.2, -2.15, 0.24, None),
              (-1.25, -2.2, 0.28, None), (-0.65, -2.2, 0.36, "sky"), (0.0, -2.15, 0.29, None),
              (2.75, -2.1, 0.3, None), (3.35, -2.15, 0.25, "sky"), (3.85, -2.1, 0.2, None))
    for seed, (x, y, r, flowers) in enumerate(bushes):
        with at(x=x, y=y):
            shrub(r, seed, flowers)
    for seed, (x, y) in enumerate(((-4.6, -3.3), (-3.3, -3.6), (-0.6, -3.7), (2.4, -3.2), (5.8, -2.4), (0.3, -3.2))):
        grass(x, y, seed)
