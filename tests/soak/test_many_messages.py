"""Hundreds of thousands of messages in one request: in little memory, and a stop does not wait."""

import re
import signal
import threading
import time
from contextlib import suppress
from pathlib import Path

import httpx

from tests.memory.test_many_messages import body
from tests.prepared import PreparedProcess
from tests.product import running_product
from tests.waiting import wait_until

MEGABYTE = 1024


def peak_mb(pid: int) -> int:
    found = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    assert found
    return int(found.group(1)) // MEGABYTE


def test_memory_stays_flat_and_a_stop_is_quick(own_database: str, tmp_path: Path) -> None:
    place = {"DATABASE_URL": own_database, "PRAMANA_DATA": str(tmp_path)}
    with running_product(start=PreparedProcess, **place, PRAMANA_EMBEDDINGS="none") as product:
        with product.client(timeout=300) as client:
            assert client.post("/messages", content=body(10)).status_code == 202
            before = peak_mb(product.process.pid)
            assert client.post("/messages", content=body(60_000)).status_code == 202
            grown = peak_mb(product.process.pid) - before
        assert grown < 80
        key = product.key
        large = body(350_000)

        def send() -> None:
            headers = {"Authorization": f"Bearer {key}"}
            with suppress(httpx.TransportError):
                httpx.post(f"{product.url}/messages", content=large, headers=headers, timeout=90)

        sender = threading.Thread(target=send)
        sender.start()
        time.sleep(4)
        stopping = product.stop(signal.SIGINT)
        assert stopping < 10
        sender.join()
        wait_until(lambda: product.process.poll() is not None)
    print({"memory grown (MB)": grown, "stop (s)": round(stopping, 1)})
