"""How the database is reached: over a network with an eye on the cable, by a socket without."""

from config.database import THEIRS, databases
from config.environment import Environment


def options(address: str, pool: int = 0) -> dict[str, object]:
    given = Environment(DATABASE_URL=address, database_pool=pool)
    return databases(given)["default"]["OPTIONS"]


def test_over_a_network_both_ends_notice_that_the_other_is_gone() -> None:
    found = options("postgresql://me:secret@db.example.org/pramana")

    assert found["keepalives_idle"] == "10"
    assert found["connect_timeout"] == "10"
    assert found["options"] == THEIRS


def test_what_the_address_says_comes_first() -> None:
    found = options("postgresql://db.example.org/p?keepalives_idle=60&options=-c%20work_mem%3D8MB")

    assert found["keepalives_idle"] == "60"
    assert found["options"] == f"{THEIRS} -c work_mem=8MB"


def test_a_socket_on_this_machine_needs_none_of_it() -> None:
    assert options("postgresql://pramana@/pramana?host=/run/sockets") == {}
    assert options("postgresql:///pramana") == {}
    assert list(options("postgresql:///pramana", pool=8)) == ["pool"]
