"""The pages of one file, read in child processes and kept as they come.

A page that needs OCR goes to an OCR service first where there is one. Its picture comes out of the
child and the answer goes back into one, because only this process knows the key.
"""

import time
from collections.abc import Generator
from contextlib import closing
from dataclasses import replace
from uuid import UUID

from django.conf import settings

from pramana.documents.reading.contracts import PageText, ReadOptions, Seen, broken_page
from pramana.documents.reading.errors import OcrServiceFailed, Unreadable
from pramana.documents.reading.ocr.mistral import MistralOcr
from pramana.documents.services import keep_page
from pramana.jobs.context import JobContext
from pramana.jobs.cpu import run_cpu, stream_cpu
from pramana.jobs.errors import CpuCrashed, CpuOutOfMemory, CpuTimeout

PAGE_S = 300.0
"""A page that takes longer to read is given up; the others are still read."""

MOST_BROKEN = 20
"""Pages that may take their process down before the file as a whole is given up."""

MOST_FAILURES = 2
"""Pages in a row that the service may fail on before the rest of the file is read here."""

BROKEN = (CpuCrashed, CpuTimeout, CpuOutOfMemory)
INSTEAD = "The page was read by the engines here instead."


def ocr_service() -> MistralOcr | None:
    """The service that reads pictures, where there is a key for one and it may be used."""
    chosen = settings.PRAMANA
    if chosen.ocr == "local" or not chosen.mistral_api_key:
        return None
    return MistralOcr(chosen.mistral_api_key, chosen.mistral_base_url)


class Paging:
    """One reading of a file, from a page on to its end."""

    def __init__(
        self,
        job: JobContext,
        document_id: UUID,
        path: str,
        filename: str,
        total: int,
        options: ReadOptions,
    ) -> None:
        self._job, self._document_id = job, document_id
        self._path, self._filename, self._total = path, filename, total
        self._service = ocr_service()
        self._options = replace(options, elsewhere=self._service is not None)
        self._broken = self._failures = 0

    def read(self, first: int) -> None:
        number: int | None = first
        while number is not None:
            self._job.progress("reading", number, self._total)
            number = self._read_on(number)

    def _read_on(self, number: int) -> int | None:
        """Read from a page on, up to one that needs another way; return the page after that."""
        try:
            with closing(self._pages(number)) as pages:
                for page in pages:
                    if page.picture:
                        break
                    self._keep(page)
                    number = page.number + 1
                else:
                    return None
            self._keep(self._read_elsewhere(page))
        except BROKEN as problem:
            self._count_broken(number, problem)
            self._keep(broken_page(number, problem.message))
        return number + 1

    def _keep(self, page: PageText) -> None:
        keep_page(self._job.scope, self._document_id, page)
        self._job.progress("reading", page.number + 1, max(self._total, page.number + 1))

    def _count_broken(self, number: int, problem: Exception) -> None:
        """One page that takes its process down is noted; many, or an unknown one, end it."""
        if number >= self._total:
            raise problem
        self._broken += 1
        if self._broken >= MOST_BROKEN:
            raise Unreadable(
                f"{MOST_BROKEN} pages of this file cannot be read. It may be damaged."
            ) from problem

    def _pages(self, first: int) -> Generator[PageText, None, None]:
        return stream_cpu(
            "pramana.documents.reading.pages.read_pages",
            self._path,
            self._filename,
            first_page=first,
            options=self._options,
            timeout=PAGE_S,
        )

    def _read_elsewhere(self, page: PageText) -> PageText:
        began = time.monotonic()
        options = replace(self._options, elsewhere=False, seen=self._seen(page.picture))
        read: PageText = run_cpu(
            "pramana.documents.reading.pages.read_page",
            self._path,
            self._filename,
            page.number,
            options=options,
            timeout=PAGE_S,
        )
        return replace(read, seconds=round(time.monotonic() - began, 4))

    def _seen(self, picture: bytes) -> Seen:
        """What the service read. One that keeps failing is not asked again for this file."""
        if self._service is None:
            raise ValueError("A picture came although no service is to be asked.")
        try:
            text = self._service.read(picture)
        except OcrServiceFailed as problem:
            self._failures += 1
            seen = Seen(reason=f"{problem.message} {INSTEAD}")
            if self._failures >= MOST_FAILURES or not problem.passing:
                self._options = replace(self._options, elsewhere=False, seen=seen)
            return seen
        self._failures = 0
        return Seen(engine=self._service.name, markdown=text)
