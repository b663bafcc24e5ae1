"""Writes made-up passages into the product's own tables by COPY, as reading and indexing would."""

import datetime
import hashlib
import struct
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any
from uuid import UUID, uuid5

import numpy

from bench._scale_passages import PER_DOCUMENT, Array, Batch, made_words, make_batches
from pramana.kit.scope import Scope

MODEL, DIMENSION = "gte-e5-small-int8", 769
"""The packaged encoder's. It makes no vector here."""
WORDS_OF_LARGE, WORDS_OF_SMALL = 300_000, 8_000
SMALL_COLLECTION, LARGE_COLLECTION = 1, 20
"""How many of a hundred documents are in each of two collections."""
KINDS = ("pdf",) * 6 + ("text",) * 3 + ("html",)
FIRST_DAY, DAYS = datetime.date(2024, 1, 1), 1_000
EPOCH = datetime.date(2000, 1, 1)
NAMES = UUID("0f7f1a0c-6f4b-4a0b-9f43-0e2b6c1d7a55")
COPIED = ("retrieval_entry", "retrieval_vector", "documents_document", "documents_passage")
HEADER, TRAILER, NULL = b"PGCOPY\n\xff\r\n\0" + bytes(8), b"\xff\xff", b"\xff\xff\xff\xff"
INT4 = 23


class Tenant:
    """A tenant of the made-up library, and how often its passages contain each word."""

    def __init__(self, number: int, scope: Scope) -> None:
        self.scope = scope
        self.number = number
        self.vocabulary = WORDS_OF_SMALL if number else WORDS_OF_LARGE
        earlier = WORDS_OF_LARGE + 1 + (number - 1) * (WORDS_OF_SMALL + 1)
        self._first_term = earlier + 1 if number else 1
        self.collections = {
            share: uuid5(NAMES, f"{scope.tenant_id}/{share}")
            for share in (SMALL_COLLECTION, LARGE_COLLECTION)
        }
        self._file = uuid5(NAMES, f"{scope.tenant_id}/file")
        self._entries_with = numpy.zeros(self.vocabulary, dtype=numpy.int64)
        self.passages = self._read_counts()

    def grow(self, passages: int) -> None:
        """Add passages until there are so many."""
        if passages <= self.passages:
            return
        if not self.passages:
            self._make_owners()
        for batch in make_batches(self.number, self.passages, passages, self.vocabulary, DIMENSION):
            self._copy_documents(batch)
            self._copy_entries(batch)
            self._copy_vectors(batch)
            self._entries_with += numpy.bincount(batch.ranks, minlength=self.vocabulary)
        self.passages = passages
        self._write_counts()

    def _read_counts(self) -> int:
        """Read how often each word is there; return the number of passages."""
        from pramana.retrieval.models import Term

        for number, entries in (
            Term.objects.in_scope(self.scope).exclude(term="").values_list("number", "entries")
        ):
            self._entries_with[number - self._first_term - 1] = entries
        every = Term.objects.in_scope(self.scope).filter(term="").first()
        return every.entries if every else 0

    def _write_counts(self) -> None:
        """Write the words with their counts; the empty word counts every passage."""
        from django.db import connection

        from pramana.documents.contracts import PASSAGES
        from pramana.postgres.sql import copy_lines
        from pramana.retrieval.models import Term

        Term.objects.in_scope(self.scope).delete()
        known = [
            ("", self.passages),
            *zip(made_words(self.vocabulary), self._entries_with.tolist(), strict=True),
        ]
        tenant = self.scope.tenant_id
        copy_lines(
            "retrieval_term",
            ("id", "tenant_id", "number", "space", "term", "entries"),
            (
                (uuid5(tenant, word), tenant, self._first_term + at, PASSAGES, word, entries)
                for at, (word, entries) in enumerate(known)
                if entries
            ),
        )
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT setval('retrieval_term_number', max(number)) FROM retrieval_term"
            )

    def _make_owners(self) -> None:
        """What documents and vectors refer to: a file, the collections, the active model."""
        from pramana.documents.contracts import PASSAGES
        from pramana.documents.models import Collection
        from pramana.retrieval.models import SpaceModel
        from pramana.tenancy.models import StoredFile

        tenant = self.scope.tenant_id
        StoredFile(
            id=self._file, tenant_id=tenant, sha256=hashlib.sha256(b"").hexdigest(), size=0
        ).save(force_insert=True)
        for share, key in self.collections.items():
            Collection(id=key, tenant_id=tenant, name=f"{share} of 100").save(force_insert=True)
        SpaceModel(tenant_id=tenant, space=PASSAGES, model=MODEL, dimension=DIMENSION).save()

    def _copy_documents(self, batch: Batch) -> None:
        from pramana.documents.contracts import Status
        from pramana.documents.models import Document
        from pramana.postgres.sql import copy_lines, copy_rows

        passages, documents = _ids(batch)[0], _ids(batch)[3]
        rows, lines = [], []
        for at, key in enumerate(documents):
            number = batch.first // PER_DOCUMENT + at
            parts = batch.texts[at * PER_DOCUMENT : (at + 1) * PER_DOCUMENT]
            start = 0
            for position, part in enumerate(parts):
                end = start + len(part)
                passage = passages[at * PER_DOCUMENT + position]
                owner = (passage, self.scope.tenant_id, key)
                lines.append((*owner, position, start, end, 1, "", ""))
                start = end + 2
            rows.append(
                Document(
                    id=key,
                    tenant_id=self.scope.tenant_id,
                    title=f"Paper {number}",
                    filename=f"paper-{number}.{_kind(number)}",
                    kind=_kind(number),
                    file_id=self._file,
                    collection_id=self._collection(number),
                    status=Status.COMPLETED.value,
                    text="\n\n".join(parts),
                    language="en",
                    script="latin",
                    size=0,
                    page_count=1,
                    passage_count=len(parts),
                )
            )
        copy_rows(Document, rows)
        columns = "id tenant_id document_id position start end page section lead"
        copy_lines("documents_passage", [f'"{name}"' for name in columns.split()], lines)

    def _copy_entries(self, batch: Batch) -> None:
        from pramana.documents.contracts import PASSAGES
        from pramana.retrieval.domain.lexical import term_weight
        from pramana.retrieval.models import HIGHEST_TERM
        from pramana.retrieval.postgres.entries import COLUMNS

        passages, entries, _, documents = _ids(batch)
        numbers = batch.ranks + self._first_term + 1
        weights: Any = term_weight(batch.counts, batch.lengths[batch.owners])  # type: ignore[arg-type]
        pairs = numpy.stack([numpy.full(len(numbers), 4), numbers], axis=1).astype(">i4").tobytes()
        indices, values = (numbers - 1).astype(">i4").tobytes(), weights.astype(">f4").tobytes()
        ends = numpy.cumsum(numpy.bincount(batch.owners)).tolist()
        tenant, space = _field(self.scope.tenant_id.bytes), _field(PASSAGES.encode())
        language = _field(b"en")

        def rows() -> Iterator[bytes]:
            for at, (start, end) in enumerate(zip([0, *ends], ends, strict=False)):
                document = at // PER_DOCUMENT
                number = batch.first // PER_DOCUMENT + document
                url = _field(f"/app/documents/{documents[document]}".encode())
                collection = self._collection(number)
                many = end - start
                array = struct.pack(">iiiii", 1, 0, INT4, many, 1) + pairs[8 * start : 8 * end]
                sparse = struct.pack(">iii", HIGHEST_TERM, many, 0)
                sparse += indices[4 * start : 4 * end] + values[4 * start : 4 * end]
                yield b"".join(
                    (
                        struct.pack(">h", len(COLUMNS)),
                        *(_field(entries[at].bytes), tenant, space, _field(passages[at].bytes)),
                        _field(documents[document].bytes),
                        _field(collection.bytes) if collection else NULL,
                        *(url, url, _field(b""), _field(_kind(number).encode())),
                        _field(struct.pack(">i", (_day(number) - EPOCH).days)),
                        *(language, _field(array), _field(sparse)),
                    )
                )

        _copy_binary("retrieval_entry", COLUMNS, rows())

    def _copy_vectors(self, batch: Batch) -> None:
        from pramana.documents.contracts import PASSAGES
        from pramana.retrieval.postgres.vectors import COLUMNS

        _, entries, vectors, _ = _ids(batch)
        begin = struct.pack(">h", len(COLUMNS))
        tenant, end = _field(self.scope.tenant_id.bytes), _field(PASSAGES.encode())
        end += _field(MODEL.encode())
        length = struct.pack(">hh", DIMENSION, 0)
        halves: Array = batch.vectors.astype(">f2")
        _copy_binary(
            "retrieval_vector",
            COLUMNS,
            (
                begin
                + _field(key.bytes)
                + tenant
                + _field(entry.bytes)
                + end
                + _field(length + half.tobytes())
                for key, entry, half in zip(vectors, entries, halves, strict=True)
            ),
        )

    def _collection(self, number: int) -> UUID | None:
        """The collection of a document: by its number, so that shares stay as they are."""
        place = number * 37 % 100
        if place < SMALL_COLLECTION:
            return self.collections[SMALL_COLLECTION]
        within = place < SMALL_COLLECTION + LARGE_COLLECTION
        return self.collections[LARGE_COLLECTION] if within else None


def _kind(number: int) -> str:
    return KINDS[number % len(KINDS)]


def _day(number: int) -> datetime.date:
    return FIRST_DAY + datetime.timedelta(days=number * 389 % DAYS)


def _ids(batch: Batch) -> tuple[Sequence[UUID], ...]:
    """The ids of passages, of entries, of vector rows and of documents."""
    ids, size = iter(batch.ids), len(batch.texts)
    return tuple(tuple(islice(ids, many)) for many in (size, size, size, size // PER_DOCUMENT))


def _field(value: bytes) -> bytes:
    return len(value).to_bytes(4, "big") + value


def _copy_binary(table: str, columns: Sequence[str], rows: Iterable[bytes]) -> None:
    from django.db import connection

    statement = f"COPY {table} ({', '.join(columns)}) FROM STDIN (FORMAT binary)"
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        copy.write(HEADER)
        for row in rows:
            copy.write(row)
        copy.write(TRAILER)


@contextmanager
def without_indexes() -> Iterator[None]:
    """Drop the indexes that no constraint needs, and build them again at the end, which is faster
    than adding to them row by row. The graph of vectors is left to `build_graph`."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = ANY(%s) AND NOT EXISTS"
            " (SELECT FROM pg_constraint WHERE conname = indexname)",
            [list(COPIED)],
        )
        dropped = cursor.fetchall()
        for name, _ in dropped:
            cursor.execute(f'DROP INDEX "{name}"')
        yield
        for name, definition in dropped:
            if not name.startswith("vector_graph"):
                cursor.execute(definition)
