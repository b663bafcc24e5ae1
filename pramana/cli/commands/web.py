"""`pramana web`: serve pages and APIs without a worker."""

import argparse

from pramana.cli.commands.migrate import check_schema
from pramana.cli.product import read_environment, ready_product, say
from pramana.cli.serving import bind, pool_connections, serve_web


def arguments(parser: argparse.ArgumentParser) -> None:
    """This command has no arguments of its own."""


def run(_: argparse.Namespace) -> None:
    environment = read_environment()
    pool_connections()
    with bind(environment.host, environment.port) as socket, ready_product(environment):
        say(f"Pramana's pages are at {address(environment.host, socket.getsockname()[1])}")
        check_schema()
        serve_web(socket)


def address(host: str, port: int) -> str:
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}"
