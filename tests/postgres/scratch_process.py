"""A test run that can be killed: a scratch directory, a server over it, and a process that uses it.

It prints the directory and the number of that process, and waits for a line.
"""

import os
import subprocess
import sys

from pramana.postgres.server import use_server
from pramana.postgres.testing import scratch_data_dir


def main() -> None:
    with scratch_data_dir() as data, use_server(data) as url:
        command = [sys.executable, "-c", "input()"]
        environment = {**os.environ, "DATABASE_URL": url}
        user = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE)
        print(data, user.pid, flush=True)
        sys.stdin.readline()
        user.communicate(b"\n")


if __name__ == "__main__":
    main()
