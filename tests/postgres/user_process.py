"""One user of the embedded server, as a process that tests can start, ask to leave, and kill.

    user_process.py DATA [--as UID GID --wheel FOLDER]

It prints `in` and the address, waits for a line, leaves, and prints `out`; a refusal is printed
as `refused` with its sentence. To act as another user it gives up root once everything it needs
is imported, because that user may not be able to read the checkout.
"""

import argparse
import encodings.ascii
import encodings.idna
import os
import sys
from pathlib import Path

import psycopg

from pramana.kit.errors import AppError
from pramana.postgres.server import use_server

LATE = (encodings.ascii, encodings.idna)
"""What Python would otherwise first read once root is given up."""


def main() -> None:
    arguments = _arguments()
    if arguments.become:
        sys.path.insert(0, str(arguments.wheel))
        uid, gid = arguments.become
        os.setgroups([])
        os.setgid(gid)
        os.setuid(uid)
    try:
        with use_server(arguments.data) as url, psycopg.connect(url) as connection:
            connection.execute("SELECT 1")
            print("in", url, flush=True)
            sys.stdin.readline()
        print("out", flush=True)
    except AppError as error:
        print("refused", type(error).__name__, error.message.replace("\n", " "), flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("--as", dest="become", nargs=2, type=int)
    parser.add_argument("--wheel", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
