"""Everything on one machine: database, migrations, a worker, the web."""

import argparse
import os
from contextlib import closing

from config.environment import Environment
from pramana.cli.commands.migrate import migrate
from pramana.cli.commands.web import address
from pramana.cli.product import read_environment, ready_database, say, setup_django
from pramana.cli.serving import bind, pool_connections, serve_web
from pramana.cli.workers import WorkerProcess


def arguments(parser: argparse.ArgumentParser) -> None:
    """None of its own."""


def run(_: argparse.Namespace) -> None:
    """The worker gets the variables we were given, so it too counts as a user of the server."""
    environment, variables = read_environment(), dict(os.environ)
    with (
        bind(environment.host, environment.port) as socket,
        ready_database(environment),
        closing(WorkerProcess(variables)) as worker,  # first, so that both load at once
    ):
        pool_connections()
        setup_django()
        migrate()
        socket.listen()
        welcome(environment, socket.getsockname()[1])
        serve_web(socket, on_stop=worker.ask_to_stop)
    say("Pramana has stopped.")


def welcome(environment: Environment, port: int) -> None:
    """The address, a way in, and on the first start a key."""
    from pramana.tenancy.contracts import Role
    from pramana.tenancy.selectors import has_keys, owner_scope
    from pramana.tenancy.services import create_key, create_sign_in_link

    scope = owner_scope("default")
    home = address(environment.host, port)
    say("", f"Pramana is at   {home}")
    if scope.actor_id:
        say(f"Sign in once:   {home}/app/sign-in/link/{create_sign_in_link(scope.actor_id)}")
    if not has_keys(scope):
        say(f"Your API key:   {create_key(scope, 'first', role=Role.ADMIN).secret}")
    if not (environment.assets / "models").is_dir():
        say("No embedding model was found, so search goes by words alone. ./run fetches it.")
    say("Ctrl-C stops it.", "")
