"""What a page of the library costs as documents become many. `./run bench library [--documents N]`

Documents are copied in the database from one that was read, each with a title, a file name, tags
and a day of its own. The figures are the median milliseconds of a page by this process and the
database together, and how much dearer the page is than with a hundredth of the documents.
"""

import argparse
import statistics
import time
from typing import Any

from bench._scratch import scratch_product

DOCUMENTS, SHARE = 100_000, 100
REPEATS = 9
PAGES = {
    "newest": "",
    "by title": "?sort=title",
    "a tag": "?tag=tag-7",
    "a file name": "?title=paper-{some}.txt",
    "a kind": "?kind=text",
    "a status": "?state=failed",
}
OWN = {
    "id": "gen_random_uuid()",
    "title": "'Paper number ' || n",
    "filename": "'paper-' || n || '.txt'",
    "tags": "ARRAY['tag-' || mod(n, 50)]",
    "created_at": "now() - n * interval '1 minute'",
}
"""The columns in which copies differ, with n as their number."""


def main(argv: list[str]) -> dict[str, Any]:
    parser = argparse.ArgumentParser(prog="./run bench library", description=__doc__)
    parser.add_argument("--documents", type=int, default=DOCUMENTS)
    many = parser.parse_args(argv).documents
    with scratch_product() as scope:
        few = max(1, many // SHARE)
        _copy_documents(scope, 1, few)
        before = _measure(scope, few)
        _copy_documents(scope, few + 1, many)
        after = _measure(scope, many)
    return {
        "documents": {"few": few, "many": many},
        "ms": {name: {"few": before[name], "many": after[name]} for name in PAGES},
        "growth": {name: round(after[name] / before[name], 2) for name in PAGES},
    }


def _copy_documents(scope: Any, first: int, last: int) -> None:
    from django.core.files.base import ContentFile
    from django.db import connection

    from pramana.documents.models import Document
    from pramana.documents.services import add_file
    from pramana.jobs.testing import drain_jobs

    if first == 1:
        add_file(scope, "paper.txt", ContentFile(b"Some words.\n\nMore of them."))
        drain_jobs()
    table = Document._meta.db_table
    columns = [each.column or each.name for each in Document._meta.local_concrete_fields]
    values = ", ".join(OWN.get(each, f'd."{each}"') for each in columns)
    names = ", ".join(f'"{each}"' for each in columns)
    with connection.cursor() as cursor:
        cursor.execute(
            f'INSERT INTO "{table}" ({names}) SELECT {values} FROM generate_series(%s, %s) n,'
            f" (SELECT * FROM \"{table}\" WHERE filename = 'paper.txt' LIMIT 1) d",
            [first, last],
        )
        cursor.execute(f'VACUUM ANALYZE "{table}"')


def _measure(scope: Any, number: int) -> dict[str, float]:
    from django.contrib.auth import get_user_model
    from django.test import Client

    client = Client(SERVER_NAME="localhost")
    client.force_login(get_user_model().objects.get(pk=scope.actor_id))
    found = {}
    for name, query in PAGES.items():
        address = "/app/library" + query.format(some=number // 2)
        taken = []
        for _ in range(REPEATS):
            began = time.perf_counter()
            answer = client.get(address)
            taken.append(1000 * (time.perf_counter() - began))
            if answer.status_code != 200:
                raise RuntimeError(f"{address} answered {answer.status_code}")
        found[name] = round(statistics.median(taken), 1)
    return found
