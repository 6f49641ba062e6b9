"""The wall thermostat: white bezel, dark glass, lit reading."""
from math import pi

from .solids import at, box, lathe, words


def thermostat(reading="74", mode="COOL", accent="display", size=1.0):
    """A round dial thermostat, 0.1 m across at size 1, on a wall that faces -y; centre at origin."""
    with at(scale=size):
        with at(tilt=90):
            lathe("white", [(0.044, 0), (0.05, 0.004), (0.05, 0.018), (0.047, 0.022)], 72)
            lathe("steel", [(0.0465, 0.02), (0.0465, 0.027), (0.0445, 0.0285)], 72)
            lathe("navy", [(0.0425, 0.027), (0.0425, 0.0292), (0.040, 0.0296)], 72)
        _scale(-0.0302, accent)
        words("digits", reading, 0, -0.0305, 0.002, 0.036, 0.0006)
        words(accent, mode, 0, -0.0305, -0.0205, min(0.0085, 0.047 / len(mode)), 0.0004)


def _scale(y, accent):
    """Ticks round the lower arc's gap; the lit ones show the call."""
    count = 41
    for k in range(count):
        a = pi * (1.25 - 1.5 * k / (count - 1))
        lit = k <= count * 0.62
        with at(y=y, lean=90 - a * 180 / pi):
            box(accent if lit else "mid", 0, 0, 0.0335, 0.0009, 0.0006, 0.0045, 0)
