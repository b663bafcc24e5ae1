"""What a prepared process does: it forks a child for each request, which becomes a program."""

import atexit
import gc
import json
import os
import runpy
import signal
import socket
import sys
import threading
import traceback
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

FDS = 3


def load_everything() -> None:
    """Import what programs of ours need, the pages and commands included."""
    from pramana.cli import commands

    for module in ("config.urls", "uvicorn", "httpx"):
        import_module(module)
    for command in iter_modules(commands.__path__, "pramana.cli.commands."):
        import_module(command.name)


def serve_forks(requests: socket.socket) -> None:
    """Answer requests until the other end is closed; this process never returns."""
    try:
        atexit._clear()  # what pytest does at its end, such as stopping the server, is not for us
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the tests, which close it
        gc.freeze()
        _serve(requests)
    finally:
        os._exit(0)


def _serve(requests: socket.socket) -> None:
    while True:
        head, fds, _, _ = socket.recv_fds(requests, 4, FDS)
        if not head:
            return
        request = json.loads(_read(requests, int.from_bytes(head)))
        if "reap" in request:
            answer = os.waitstatus_to_exitcode(os.waitpid(request["reap"], 0)[1])
        else:
            load_everything()
            answer = os.fork()
            if answer == 0:
                requests.close()
                _become(request, fds)
        for each in fds:
            os.close(each)
        requests.sendall(str(answer).encode())


def _read(requests: socket.socket, size: int) -> bytes:
    found = b""
    while len(found) < size:
        found += requests.recv(size - len(found))
    return found


def _become(request: dict[str, Any], fds: list[int]) -> None:
    """Run the program as a fresh interpreter would, and end with its exit code."""
    for target, given in enumerate(fds):
        os.dup2(given, target)
    for given in set(fds) - set(range(FDS)):
        os.close(given)
    sys.stdin, sys.stdout, sys.stderr = (
        os.fdopen(fd, mode, buffering=1, encoding="utf-8", closefd=False)
        for fd, mode in ((0, "r"), (1, "w"), (2, "w"))
    )
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(request["env"])
    os.chdir(request["cwd"])
    code = 1
    try:
        _forget_settings()
        code = _exit_code(request["args"])
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def _forget_settings() -> None:
    """Whoever asks next reads them from the new environment; so does what was made from them.

    `django.setup()` in the child only configures logging, because the apps are there.
    """
    from django.conf import settings
    from django.core.cache import caches
    from django.core.files.storage import default_storage, storages
    from django.db import connections
    from django.utils.functional import empty

    sys.modules.pop(os.environ.get("DJANGO_SETTINGS_MODULE", ""), None)
    for name in [name for name in sys.modules if name.startswith("config.")]:
        if name != "config.urls":
            del sys.modules[name]
    for connection in connections.all(initialized_only=True):
        del connections[connection.alias]  # it knows where its database is, and was never open
    settings._wrapped = empty
    for handler in (connections, caches):
        handler._settings = None
        handler.__dict__.pop("settings", None)
    storages._backends = None
    storages._storages = {}
    storages.__dict__.pop("backends", None)
    default_storage._wrapped = empty


def _exit_code(args: list[str]) -> int:
    try:
        _run(args)
    except SystemExit as ending:
        if isinstance(ending.code, int | None):
            return ending.code or 0
        print(ending.code, file=sys.stderr)
        return 1
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def _run(args: list[str]) -> None:
    """Run `-m module ...` or `-c code ...`; no other option is understood."""
    option, target, *rest = args
    if option == "-m":
        sys.argv = [target, *rest]
        runpy.run_module(target, run_name="__main__", alter_sys=True)
        return
    assert option == "-c", option
    sys.argv = ["-c", *rest]
    program = sys.modules["__main__"] = ModuleType("__main__")
    exec(compile(target, "<string>", "exec"), program.__dict__)
