"""Cut the vendored display fonts to what the pages use: heavy weights, and letters only.

Run once after new font files were vendored: `python scripts/slim_fonts.py`. The text face keeps
all its weights; the stencil cut keeps the letters that `tokens.css` takes from it.
"""

from io import BytesIO
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

FONTS = Path(__file__).resolve().parent.parent / "static" / "fonts"
HEAVY = (800, 900)
STENCIL = [
    *range(0x41, 0x4C),
    *range(0x4D, 0x5B),
    *range(0x61, 0x6C),
    *range(0x6D, 0x7B),
    *range(0xC0, 0x100),
    *(0x131, 0x152, 0x153),
]


def slim(path: Path, letters: list[int] | None) -> None:
    font = TTFont(path)
    # Through a file: the subsetter trips over tables the instancer has not written yet.
    instanced = BytesIO()
    instantiateVariableFont(font, {"wght": HEAVY}).save(instanced)
    font = TTFont(instanced)
    options = Options()
    options.flavor = "woff2"
    options.layout_features = ["kern", "tnum", "lnum", "ccmp", "mark", "locl"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=letters or list(font.getBestCmap()))
    subsetter.subset(font)
    font.flavor = "woff2"
    before = path.stat().st_size
    font.save(path)
    print(f"{path.name}: {before} to {path.stat().st_size} bytes")


if __name__ == "__main__":
    slim(FONTS / "big-shoulders-latin-wght.woff2", None)
    slim(FONTS / "big-shoulders-latin-ext-wght.woff2", None)
    slim(FONTS / "big-shoulders-stencil-latin-wght.woff2", STENCIL)
    slim(FONTS / "big-shoulders-stencil-latin-ext-wght.woff2", None)
