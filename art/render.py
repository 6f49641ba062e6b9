#!/usr/bin/env python3
"""Render the picture family and encode it for the site.

  python3 art/render.py                      every scene, final quality (about an hour on two cores)
  python3 art/render.py hero ac-repair       only these
  python3 art/render.py --quality preview    quick and grainy, to look at while modelling
  python3 art/render.py --encode-only        encode what is already rendered

Needs Debian's blender, python3-numpy, imagemagick, libavif-bin and webp.
Renders are kept in art/.renders (not committed); pictures go to src/web/pictures.
"""
import argparse
import json
import os
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
RENDERS = HERE / ".renders"
PICTURES = HERE.parent / "src" / "web" / "pictures"

SCENES = ["hero", "residential-hvac", "commercial-hvac", "ac-repair", "emergency-hvac", "heating-systems", "duct-cleaning",
          "hvac-inspections", "not-found", "energy-efficiency", "about", "water-heaters", "drain-cleaning"]
# widths to encode, and height over width: a ratio that is whole pixels at each of them
SHAPES = {"hero": ([480, 800, 1200], 5 / 8)}
SERVICE_SHAPE = ([320, 480, 800], 3 / 4)
# quality: (render width over largest width, samples). Cycles has no denoiser here, so it renders large and scales down.
QUALITIES = {"preview": (0.6, 24), "draft": (1.0, 96), "final": (2.0, 100)}
HERO_FINAL_SCALE = 1.5
# bytes: the budget of a page's largest picture and of a phone's
LARGEST, PHONE = 45_000, 15_000


def shape(scene):
    """The widths of a scene and its height over width."""
    return SHAPES.get(scene, SERVICE_SHAPE)


def draw(scene, quality):
    """One Blender run; leaves art/.renders/<scene>.png."""
    widths, ratio = shape(scene)
    scale, samples = QUALITIES[quality]
    if scene == "hero" and quality == "final":
        scale = HERO_FINAL_SCALE
    width = round(widths[-1] * scale / 12) * 12
    RENDERS.mkdir(exist_ok=True)
    command = ["blender", "-b", "--python-exit-code", "1", "-P", str(HERE / "draw.py"), "--",
               scene, width, round(width * ratio), samples, RENDERS / f"{scene}.png"]
    # Debian's Blender takes its Python from the first python3 on PATH; only Debian's own has numpy for it.
    environment = {**os.environ, "PATH": "/usr/bin:" + os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run([str(part) for part in command], check=True, stdout=subprocess.DEVNULL, env=environment)


def encode(scene):
    """AVIF in every width and WebP in the middle one, each within its budget."""
    widths, ratio = shape(scene)
    PICTURES.mkdir(parents=True, exist_ok=True)
    for width in widths:
        small = RENDERS / f"{scene}-{width}.png"
        size = f"{width}x{round(width * ratio)}!"
        subprocess.run(["convert", RENDERS / f"{scene}.png", "-filter", "Lanczos", "-resize", size, "-strip", small],
                       check=True)
        budget = PHONE if width <= 480 else LARGEST
        within(budget, PICTURES / f"{scene}-{width}.avif", range(18, 62, 3), lambda level, out: [
            "avifenc", "--speed", "3", "--jobs", "2", "--min", "0", "--max", "63", "--minalpha", "0", "--maxalpha", "63",
            "-a", "end-usage=q", "-a", f"color:cq-level={level}", "-a", f"alpha:cq-level={level}",
            "-a", "tune=ssim", small, out])
        if width == widths[1]:
            within(LARGEST, PICTURES / f"{scene}-{width}.webp", range(86, 30, -6), lambda level, out: [
                "cwebp", "-quiet", "-m", "6", "-q", str(level), "-alpha_q", "50", small, "-o", out])
        small.unlink()


def within(budget, out, levels, command):
    """Encode at falling quality until the file fits its budget."""
    for level in levels:
        subprocess.run([str(part) for part in command(level, out)], check=True, stdout=subprocess.DEVNULL)
        if out.stat().st_size <= budget:
            return
    raise SystemExit(f"{out.name} does not fit {budget} bytes")


def write_index():
    """pictures.json: the intrinsic size of each scene's largest picture, for width and height attributes."""
    index = {}
    for scene in SCENES:
        widths, ratio = shape(scene)
        if all((PICTURES / f"{scene}-{width}.avif").exists() for width in widths):
            index[scene] = {"width": widths[-1], "height": round(widths[-1] * ratio), "widths": widths, "webp": widths[1]}
    lines = ",\n".join(f"  {json.dumps(scene)}: {json.dumps(entry)}" for scene, entry in index.items())
    (PICTURES / "pictures.json").write_text("{\n" + lines + "\n}\n")


def main():
    options = argparse.ArgumentParser(description="Render and encode the picture family.")
    options.add_argument("scenes", nargs="*", metavar="scene", help="one or more of: " + ", ".join(SCENES))
    options.add_argument("--quality", choices=QUALITIES, default="final")
    options.add_argument("--encode-only", action="store_true")
    chosen = options.parse_args()
    unknown = set(chosen.scenes) - set(SCENES)
    if unknown:
        options.error("no such scene: " + ", ".join(sorted(unknown)))
    for scene in chosen.scenes or SCENES:
        print(scene, flush=True)
        if not chosen.encode_only:
            draw(scene, chosen.quality)
        encode(scene)
        write_index()


if __name__ == "__main__":
    main()
