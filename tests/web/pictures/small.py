"""Pictures of pages hold few colours, so a palette keeps them small without being seen."""

from pathlib import Path

from PIL import Image

COLOURS = (128, 64, 32, 16)


def make_small(file: Path, most_bytes: int) -> None:
    """Write it again with the most colours that fit."""
    with Image.open(file) as opened:
        picture = opened.convert("RGB")
    for colours in COLOURS:
        palette = picture.quantize(colours, dither=Image.Dither.NONE)
        palette.save(file, optimize=True)
        if file.stat().st_size <= most_bytes:
            return
    raise SystemExit(f"{file.name} is over {most_bytes} bytes even with {COLOURS[-1]} colours.")
