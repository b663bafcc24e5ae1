"""The product made ready for a command: settings read, database reached, Django set up."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import ValidationError

from config.environment import Environment
from pramana.kit.errors import Misconfigured
from pramana.llm.engines import parse_engine_choice
from pramana.postgres.data_dir import claim_data_dir
from pramana.postgres.errors import NoSpace
from pramana.retrieval.scoring.contracts import parse_weights

SECRETS = ("secret_key", "DATABASE_URL")
"""Settings whose value is never shown."""
LEAST_FREE = 64 * 1024 * 1024
"""With less disk than this a database cannot be trusted to start."""


def read_environment() -> Environment:
    """The settings, or one sentence for the first thing that is wrong with them.

    Two are written in a way that only their readers know, and are read here to see whether they
    can be: better now than at the first question.
    """
    try:
        environment = Environment()
    except ValidationError as error:
        raise Misconfigured(_sentence(error)) from None
    parse_engine_choice(environment.model, environment.models)
    parse_weights(environment.score_weights)
    return environment


def _sentence(error: ValidationError) -> str:
    problem = error.errors()[0]
    message = problem["msg"].removeprefix("Value error, ")
    if not problem["loc"]:
        return message
    name = str(problem["loc"][0])
    variable = name if name.isupper() else f"PRAMANA_{name.upper()}"
    value = "" if name in SECRETS else f"={problem['input']!r}"
    return f"{variable}{value} cannot be used: {message[0].lower()}{message[1:]}."


@contextmanager
def ready_product(environment: Environment) -> Iterator[str]:
    """A database that answers, and Django on top of it."""
    with ready_database(environment) as url:
        setup_django()
        yield url


@contextmanager
def ready_database(environment: Environment) -> Iterator[str]:
    """A database that answers, named in DATABASE_URL; the embedded server lives as long."""
    ready_data(environment.data)
    with database(environment) as url:
        os.environ["DATABASE_URL"] = url
        yield url


def setup_django() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()


@contextmanager
def database(environment: Environment) -> Iterator[str]:
    """Your server where DATABASE_URL names one, else the embedded one."""
    if environment.database_url:
        from pramana.postgres.external import check_server

        check_server(environment.database_url)
        yield environment.database_url
        return
    from pramana.postgres.server import use_server

    if not (environment.data / "postgres").exists():
        say("Making a database. This happens once.")
    with use_server(environment.data) as url:
        yield url


def ready_data(data: Path) -> None:
    """The data directory exists, is ours, can be written, and has room."""
    claim_data_dir(data)
    if shutil.disk_usage(data).free < LEAST_FREE:
        raise NoSpace(data)


def say(*lines: str) -> None:
    """What people read goes to stderr; stdout is for what programs read."""
    for line in lines:
        print(line, file=sys.stderr, flush=True)


SERVICES = ("serve", "web", "worker", "mcp")
"""They run on by themselves. Of every other command somebody waits for the end."""


def quieten(command: str, *, at_terminal: bool) -> None:
    """Show warnings only, and those as text, where a person is reading.

    What the environment sets wins, and what we start inherits it. Into a pipe or a file a service
    logs everything: nobody reads along, and someone may want to know later.
    """
    if at_terminal:
        os.environ.setdefault("PRAMANA_LOG_FORMAT", "text")
        os.environ.setdefault("PYDANTIC_AI_NO_BANNER", "1")
    if at_terminal or command not in SERVICES:
        os.environ.setdefault("PRAMANA_LOG_LEVEL", "warning")
