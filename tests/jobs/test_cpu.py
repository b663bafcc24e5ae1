import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from pramana.jobs.cpu import CpuPool, run_cpu, stream_cpu
from pramana.jobs.errors import CpuCallFailed, CpuCrashed, CpuOutOfMemory, CpuTimeout
from pramana.kit.errors import InvalidRequest
from tests.product import children
from tests.waiting import wait_until

HERE = "tests.jobs.cpu_functions"
PARENT = """
import django, sys, threading, time
django.setup()
from pramana.jobs.cpu import run_cpu
print(run_cpu("tests.jobs.cpu_functions.pid"), flush=True)
names = ("sleep", "spin_without_the_interpreter")
for name in names:
    threading.Thread(target=run_cpu, args=(f"tests.jobs.cpu_functions.{name}", 600)).start()
time.sleep(1)
print("busy", flush=True)
time.sleep(600)  # until it is killed: at its own end it would stop its children itself
"""


@pytest.fixture
def small() -> Iterator[CpuPool]:
    """One child, little memory, idle for moments."""
    made = CpuPool(1, 300, idle_s=0.4)
    yield made
    made.close()


def ask(cpu: CpuPool, name: str, *args: object, timeout: float = 60.0) -> object:
    return cpu.call(f"{HERE}.{name}", args, {}, timeout)


def is_alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_function_runs_in_another_process() -> None:
    assert run_cpu(f"{HERE}.double", 21) == 42
    assert run_cpu(f"{HERE}.double", number=4) == 8
    assert run_cpu(f"{HERE}.pid") != os.getpid()


def test_what_a_child_has_loaded_stays_loaded(small: CpuPool) -> None:
    assert [ask(small, "count") for _ in range(3)] == [1, 2, 3]


def test_a_call_that_takes_too_long_is_ended_and_the_next_one_works(small: CpuPool) -> None:
    child = ask(small, "pid")
    with pytest.raises(CpuTimeout, match=r"0\.2 s"):
        ask(small, "sleep", 600, timeout=0.2)

    assert not is_alive(child)
    assert ask(small, "double", 1) == 2


@pytest.mark.starts
def test_waiting_for_a_free_core_does_not_count_as_taking_too_long(small: CpuPool) -> None:
    core = min(os.sched_getaffinity(0))
    spin = f"import os\nos.sched_setaffinity(0, {{{core}}})\nprint(flush=True)\nwhile True: pass"
    others = [
        subprocess.Popen([sys.executable, "-c", spin], stdout=subprocess.PIPE) for _ in range(2)
    ]
    try:
        for each in others:
            assert each.stdout and each.stdout.readline()
        took = ask(small, "work_on_core", core, 0.4, timeout=0.8)
    finally:
        for each in others:
            each.kill()
            each.communicate()

    assert isinstance(took, float) and took > 0.8, "nothing was in the way"


def test_native_code_that_never_returns_is_ended_too(small: CpuPool) -> None:
    with pytest.raises(CpuTimeout):
        ask(small, "spin_without_the_interpreter", 600, timeout=0.2)


def test_a_memory_bomb_costs_only_its_own_call(small: CpuPool) -> None:
    with pytest.raises(CpuOutOfMemory, match="300 MB"):
        ask(small, "eat", 100_000)
    with pytest.raises(CpuOutOfMemory):
        ask(small, "map_and_touch", 600)

    assert ask(small, "eat", 50) == 50


def test_arguments_too_large_for_a_child_are_refused_the_same_way(small: CpuPool) -> None:
    with pytest.raises(CpuOutOfMemory):
        ask(small, "double", bytes(400 * 1024 * 1024))


def test_a_crash_of_native_code_costs_only_its_own_call(small: CpuPool) -> None:
    with pytest.raises(CpuCrashed, match="signal 11"):
        ask(small, "crash")
    with pytest.raises(CpuCrashed, match="exit code 7"):
        ask(small, "leave")

    assert ask(small, "double", 1) == 2


def test_an_error_arrives_as_itself_where_it_can(small: CpuPool) -> None:
    with pytest.raises(InvalidRequest, match="empty") as caught:
        ask(small, "complain")
    assert caught.value.details == {"page": 1}
    with pytest.raises(CpuCallFailed, match="Stubborn: one"):
        ask(small, "complain_stubbornly")
    for name in ("not_to_be_pickled", "no_such_function"):
        with pytest.raises(AttributeError, match=name):
            ask(small, name)


def test_a_child_knows_neither_django_nor_our_secrets(
    small: CpuPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "hush-hush")
    monkeypatch.setenv("DATABASE_URL", "postgresql://user:hush-hush@host/name")

    loaded = ask(small, "modules")
    assert not {"django", "psycopg", "numpy"} & {name.split(".")[0] for name in loaded}
    assert "hush-hush" not in str(ask(small, "environment"))


@pytest.mark.starts
def test_what_a_child_prints_does_not_reach_our_output() -> None:
    code = (
        "import django; django.setup(); from pramana.jobs.cpu import run_cpu;"
        f"run_cpu('{HERE}.say', 'noise'); print('answer')"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout == "answer\n"


def test_an_idle_child_ends_after_a_while(small: CpuPool) -> None:
    child = ask(small, "pid")
    assert small.idle == 1

    wait_until(lambda: small.idle == 0)
    wait_until(lambda: not is_alive(child))
    assert ask(small, "double", 1) == 2


def test_callers_wait_their_turn() -> None:
    cpu = CpuPool(2, 300)
    answers: list[object] = []
    threads = [
        threading.Thread(target=lambda n=n: answers.append(ask(cpu, "double", n)))
        for n in range(20)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)

    assert sorted(answers) == [n * 2 for n in range(20)]
    assert cpu.idle <= 2
    cpu.close()


def test_pages_come_one_by_one() -> None:
    assert list(stream_cpu(f"{HERE}.pages", 100)) == list(range(100))


def test_a_stream_keeps_memory_flat(small: CpuPool) -> None:
    sizes = [len(page) for page in small.stream(f"{HERE}.big_pages", (30, 20), {}, 60)]

    assert sizes == [20 * 1024 * 1024] * 30  # 600 MB through a child that may have 300


def test_leaving_a_stream_early_leaves_the_child_usable(small: CpuPool) -> None:
    child = ask(small, "pid")
    pages = small.stream(f"{HERE}.pages", (1000,), {}, 60)
    assert [next(pages), next(pages)] == [0, 1]
    pages.close()

    assert ask(small, "pid") == child


def test_an_error_in_the_middle_of_a_stream_comes_after_its_pages(small: CpuPool) -> None:
    pages = small.stream(f"{HERE}.pages_then_complain", (2,), {}, 60)
    assert [next(pages), next(pages)] == [0, 1]
    with pytest.raises(InvalidRequest, match="damaged"):
        next(pages)


def test_a_stream_that_stands_still_is_ended(small: CpuPool) -> None:
    pages = small.stream(f"{HERE}.slow_pages", (), {}, 3.0)
    assert next(pages) == 1
    with pytest.raises(CpuTimeout):
        next(pages)
    assert ask(small, "double", 1) == 2


@pytest.mark.starts
def test_a_parent_killed_without_warning_leaves_no_child() -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert parent.stdout
    parent.stdout.readline()
    assert parent.stdout.readline() == "busy\n"
    wait_until(lambda: children(parent.pid))
    started = children(parent.pid)

    parent.send_signal(signal.SIGKILL)
    parent.wait(60)

    wait_until(lambda: not any(is_alive(child) for child in started))
