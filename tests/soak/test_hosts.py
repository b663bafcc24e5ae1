"""Two webs and three workers on machines of their own, load running: a web and a worker are killed,
and the cables of another web and another worker are cut. Nothing is lost, overtaken or done twice.
"""

import time
from pathlib import Path

import psycopg

from pramana.postgres.testing import scratch_data_dir
from tests.soak.fleet import Fleet, fleet
from tests.soak.load import PATIENCE, WAYS, Load, Sender, goes_on, under_load
from tests.soak.network import network
from tests.soak.settled import check_settled
from tests.waiting import wait_until

MACHINES = ("web 1", "web 2", "worker 1", "worker 2", "worker 3")
ANSWER_S = 10.0
"""How long a sender waits for an answer before it tries the other web."""
UNNOTICED_S = 8.0
"""A cut that everyone sits out."""
AGAIN = "SELECT count(*) FROM jobs_job WHERE attempt > 1"


def test_nothing_is_lost_when_machines_die_or_fall_silent(tmp_path: Path) -> None:
    with (
        scratch_data_dir() as database,
        network(MACHINES) as wires,
        fleet(wires, database, tmp_path) as machines,
    ):
        machines.start(*MACHINES)
        wait_until(lambda: all(map(machines.is_up, machines.urls)), PATIENCE)
        wait_until(lambda: machines.workers() == 3, PATIENCE)
        ways = (*WAYS, Sender.tell, Sender.upload)
        with under_load(machines, seed=0, ways=ways, patience=ANSWER_S) as load:
            trouble(machines, load)
        figures = check_settled(machines, load)
        with machines.database() as address, psycopg.connect(address) as connection:
            [(again,)] = connection.execute(AGAIN).fetchall()
    print({**figures, "jobs begun again": again})
    done = ("documents", "messages", "questions answered", "extractions")
    assert all(figures[each] for each in done), load.refusals.most_common(5)


def trouble(machines: Fleet, load: Load) -> None:
    """One of each killed; then a web cut off for a while, and a worker until it is given up."""
    goes_on(load, extractions=1)
    machines.kill("worker 1")
    machines.kill("web 1")
    goes_on(load, extractions=1)
    machines.start("web 1")
    wait_until(lambda: machines.is_up(machines.urls[0]), PATIENCE)

    machines.machine("worker 2").cut()
    machines.machine("web 2").cut()
    time.sleep(UNNOTICED_S)
    machines.machine("web 2").mend()
    wait_until(lambda: machines.workers() == 1, PATIENCE)
    goes_on(load, extractions=1)
    machines.machine("worker 2").mend()
    wait_until(lambda: machines.workers() == 2, PATIENCE)
    goes_on(load, extractions=1)
