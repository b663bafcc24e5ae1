"""Make the statement model.

    python -m training.statements train --base BASE --data FOLDER --to OUT
    python -m training.statements pack --student OUT/NAME.*.npz --to FILE
    python -m training.statements export --carrier e5-small-q4.bin --weights FILE --to FOLDER

`train` needs PyTorch and a GPU, and `BASE` from `python -m training.reader prepare`. `pack` writes
the weights as this repository keeps them, and `export` writes what the product runs.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path


def main(argv: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m training.statements", description=__doc__)
    commands = parser.add_subparsers(required=True, dest="command")
    train = commands.add_parser("train")
    for name in ("base", "data", "to"):
        train.add_argument(f"--{name}", type=Path, required=True)
    train.add_argument("--reader", type=Path, help="weights to begin with: the reading model's")
    train.add_argument("--layers", type=int, default=8)
    train.add_argument("--epochs", type=int, default=14)
    train.add_argument("--rate", type=float, default=2e-4)
    train.add_argument("--tokens", type=int, default=3072, help="of a batch")
    train.add_argument("--seed", type=int, default=1)
    train.add_argument("--name", default="student")
    train.add_argument("--average", nargs="+", help="names of trained networks, instead")
    packing = commands.add_parser("pack")
    packing.add_argument("--student", type=Path, nargs="+", required=True)
    packing.add_argument("--to", type=Path, required=True)
    exporting = commands.add_parser("export")
    for name in ("carrier", "weights", "to"):
        exporting.add_argument(f"--{name}", type=Path, required=True)
    options = parser.parse_args(argv)
    if options.command == "train":
        from training.statements.training import Training

        Training(options).run()
    elif options.command == "pack":
        from training.statements.export import pack_weights

        pack_weights(options.student, options.to)
    else:
        from training.statements.export import export

        export(options.carrier, options.weights, options.to)


if __name__ == "__main__":
    main(sys.argv[1:])
