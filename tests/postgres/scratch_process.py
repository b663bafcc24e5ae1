"""A test run that can be killed: a scratch directory, a server over it, and a process that uses it.

It prints the directory and the number of the process, and waits.
"""

import os
import subprocess
import sys

from pramana.postgres.server import use_server
from pramana.postgres.testing import scratch_data_dir

with scratch_data_dir() as data, use_server(data) as url:
    wait = [sys.executable, "-c", "input()"]
    user = subprocess.Popen(wait, env={**os.environ, "DATABASE_URL": url}, stdin=subprocess.PIPE)
    print(data, user.pid, flush=True)
    sys.stdin.readline()
    user.communicate(b"\n")
