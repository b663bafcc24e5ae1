"""Is that process still there, and is it the one we mean?"""

import os
import subprocess
from contextlib import suppress
from pathlib import Path

PROC = Path("/proc")
"""Where Linux shows its processes; macOS has none and is asked through ps."""


def runs(pid: int) -> bool:
    """Whether a process has this number and has not ended.

    One that ended keeps its number until its parent collects it, which can take seconds, so
    where the system tells the two apart we ask.
    """
    with suppress(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)  # as process 1 of a container, its end is ours to collect
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return not _has_ended(pid)


def serves(pid: int, cluster: Path) -> bool:
    """Whether this process is a server started over this cluster.

    Numbers are used again, and in a container soon, so the command line decides.
    """
    return runs(pid) and b" -D %s -c " % os.fsencode(cluster) in _command_line(pid)


def _has_ended(pid: int) -> bool:
    try:
        stat = (PROC / str(pid) / "stat").read_text("utf-8", errors="replace")
    except OSError:
        return PROC.is_dir()
    return stat.rpartition(")")[2].split()[0] in ("Z", "X")


def _command_line(pid: int) -> bytes:
    if PROC.is_dir():
        with suppress(OSError):
            return (PROC / str(pid) / "cmdline").read_bytes().replace(b"\0", b" ")
        return b""
    ps = ["/bin/ps", "-ww", "-o", "command=", "-p", str(pid)]
    return subprocess.run(ps, capture_output=True, check=False).stdout
