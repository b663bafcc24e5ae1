"""What is printed where: secrets at a terminal, elsewhere only how to get them."""

import os
import pty
import re
import subprocess
import sys
import threading

import pytest

from tests.prepared import PreparedProcess
from tests.product import running_product
from tests.waiting import wait_until

pytestmark = pytest.mark.starts


def test_a_log_holds_no_secret(own_database, tmp_path):
    place = {"DATABASE_URL": own_database, "PRAMANA_DATA": str(tmp_path)}
    with running_product(start=PreparedProcess, **place) as product:
        assert product.url
        wait_until(lambda: "Press Ctrl-C" in "".join(product.said))
        said = "".join(product.said)
        assert "pmn_" not in said and "/app/sign-in/link/" not in said
        assert "pramana key create" in said and "pramana person link owner" in said
        assert product.key.startswith("pmn_")
        assert "/app/sign-in/link/" in product.sign_in_link


def test_a_terminal_shows_the_link_and_the_first_key(own_database, tmp_path):
    ours, theirs = pty.openpty()
    process = PreparedProcess(
        [sys.executable, "-m", "pramana.cli", "serve", "--port", "0"],
        env={**os.environ, "DATABASE_URL": own_database, "PRAMANA_DATA": str(tmp_path)},
        stdout=subprocess.DEVNULL,
        stderr=theirs,
    )
    os.close(theirs)
    said: list[str] = []
    threading.Thread(target=read_all, args=(ours, said), daemon=True).start()
    try:
        wait_until(lambda: "Press Ctrl-C" in "".join(said))
    finally:
        process.terminate()
        process.wait(30)
    assert re.search(r"Sign in once:\s+http://\S+/app/sign-in/link/\S{20}", "".join(said))
    assert re.search(r"Your API key:\s+pmn_\S{20}", "".join(said))


def read_all(descriptor: int, said: list[str]) -> None:
    try:
        while part := os.read(descriptor, 4096):
            said.append(part.decode())
    except OSError:
        return
