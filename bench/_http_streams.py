"""Opens many streams, holds them together, and times the first byte of each."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field

PATIENCE_S = 120.0


@dataclass
class Held:
    firsts_ms: list[float] = field(default_factory=list)
    most_at_once: int = 0
    ended_well: int = 0
    _open: int = 0

    def opened(self, began: float) -> None:
        self.firsts_ms.append((time.perf_counter() - began) * 1000)
        self._open += 1
        self.most_at_once = max(self.most_at_once, self._open)

    def closed(self, last: bytes) -> None:
        self._open -= 1
        self.ended_well += b'"kind": "done"' in last


async def hold(
    port: int, key: str, run_id: str, count: int, over_s: float, end: Callable[[], object]
) -> Held:
    """Open `count` streams evenly over `over_s`, then end their run and follow each to the end."""
    held = Held()
    tasks = []
    for _ in range(count):
        tasks.append(asyncio.create_task(_follow(port, key, run_id, held)))
        await asyncio.sleep(over_s / count)
    deadline = time.monotonic() + PATIENCE_S
    while len(held.firsts_ms) < count and time.monotonic() < deadline:
        await asyncio.sleep(0.05)
    await asyncio.to_thread(end)
    await asyncio.wait_for(asyncio.gather(*tasks), PATIENCE_S)
    return held


async def _follow(port: int, key: str, run_id: str, held: Held) -> None:
    began = time.perf_counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    request = (
        f"GET /api/runs/{run_id}/events HTTP/1.1\r\nHost: bench\r\n"
        f"Authorization: Bearer {key}\r\nConnection: close\r\n\r\n"
    )
    writer.write(request.encode())
    head = await reader.readuntil(b"\r\n\r\n")
    if b" 200 " not in head.partition(b"\r\n")[0]:
        raise SystemExit(head.decode("latin-1"))
    await reader.readexactly(1)
    held.opened(began)
    held.closed(await reader.read(-1))
    writer.close()
