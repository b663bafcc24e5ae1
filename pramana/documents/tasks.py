"""Background tasks: read a document's file, and fetch the pages of a source."""

import os
import tempfile
import time
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.files.base import File

from pramana.documents.contracts import Continuation, SourceStatus, SourceView, Status
from pramana.documents.domain import assembly_seconds, opening_seconds, page_seconds
from pramana.documents.fetching import DiscoveredPage, Fetcher, discover
from pramana.documents.fetching.errors import FetchError
from pramana.documents.mistral_ocr import MistralOcr
from pramana.documents.reading.archives import CONTAINER_KINDS, ContainedFile
from pramana.documents.reading.contracts import (
    PageText,
    ReadOptions,
    ServiceReading,
    SourceFile,
    broken_page,
)
from pramana.documents.reading.errors import OcrServiceFailed, Unreadable
from pramana.documents.reading.file_kinds import identify_file
from pramana.documents.selectors import get_source, page_texts, stored_file, stored_page
from pramana.documents.services import (
    add_contained_file,
    begin_reading,
    finish_fetching,
    finish_reading,
    purge_trash,
    save_page,
    save_text,
    set_status,
    store_fetched_page,
)
from pramana.documents.services.uploads import read_options
from pramana.documents.services.web_sources import fetch_options
from pramana.jobs.claims import Claim
from pramana.jobs.contracts import plain_error
from pramana.jobs.cpu import run_cpu, stream_cpu
from pramana.jobs.errors import CpuCrashed, CpuOutOfMemory, CpuTimeout
from pramana.jobs.queue import enqueue
from pramana.jobs.registry import JobContext, periodic, task
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.choices import OcrChoice
from pramana.tenancy.contracts import NoticeKind
from pramana.tenancy.services import local_file
from pramana.tenancy.services.notices import publish_notice
from pramana.tenancy.services.stored_choices import choice_of

MAX_BROKEN_PAGES = 20
"""Reading the file stops after so many pages that crashed their process."""

MAX_SERVICE_FAILURES = 2
"""After so many failed pages in a row, the OCR service is not used for the rest of the file."""

CRASHES = (CpuCrashed, CpuTimeout, CpuOutOfMemory)
READ_LOCALLY = "The page was read by the local engines instead."


def mark_unread(
    job: Claim, error: str, document_id: UUID, then: Continuation | None = None
) -> None:
    """Record why reading failed. The document can be read again."""
    set_status(job.scope, document_id, Status.FAILED, error=plain_error(error))
    publish_notice(job.scope, NoticeKind.DOCUMENT_FAILED, document_id=document_id)
    queue_continuation(job.scope, then)


@task("documents.read", on_failure=mark_unread)
def read(job: JobContext, document_id: UUID, then: Continuation | None = None) -> None:
    """Read a file page by page into one text with passages.

    A second attempt goes on at the page where the first one stopped.
    """
    file = stored_file(job.scope, document_id, in_trash=True)
    options = read_options(file.charset)
    with local_file(job.scope, file.id) as path:
        job.progress("opening")
        source = identify_file(path, file.name)
        info = run_cpu(
            "pramana.documents.reading.file_reader.document_info",
            path,
            file.name,
            options=options,
            timeout=opening_seconds(source.kind, source.size),
        )
        first = begin_reading(job.scope, document_id, info)
        PageReader(job, document_id, source, info.pages or 0, options).read(first)
        add_contained_files(job, document_id, source, options)
    job.progress("passages")
    pages = page_texts(job.scope, document_id)
    document = run_cpu(
        "pramana.documents.reading.passages.assemble_document",
        pages,
        str(info.title),
        file.name,
        timeout=assembly_seconds(sum(len(page.text) for page in pages)),
    )
    save_text(job.scope, document_id, document)
    with job.commit():
        finish_reading(job.scope, document_id, document)
        queue_continuation(job.scope, then)


def add_contained_files(
    job: JobContext, document_id: UUID, source: SourceFile, options: ReadOptions
) -> None:
    """Add the attachments of a mail or the files of an archive as documents of their own."""
    if source.kind not in CONTAINER_KINDS:
        return
    job.progress("unpacking")
    with tempfile.TemporaryDirectory(prefix="pramana-") as folder:
        files: Generator[ContainedFile, None, None] = stream_cpu(
            "pramana.documents.reading.archives.unpack_files",
            source.path,
            source.filename,
            folder,
            options=options,
            timeout=opening_seconds(source.kind, source.size),
        )
        with closing(files):
            for each in files:
                with open(each.path, "rb") as content:
                    add_contained_file(
                        job.scope, document_id, each.member, each.filename, File(content)
                    )
                os.unlink(each.path)


def queue_continuation(scope: Scope, then: Continuation | None) -> None:
    """Queue the task that waits for the document, whether reading it succeeded or failed."""
    if then:
        payload: dict[str, Any] = dict(then.payload)
        enqueue(scope, then.task, run_id=then.run_id, **payload)


class PageReader:
    """Reads the pages of one file in child processes and saves each as soon as it is read.

    Where there is an OCR service, a page that needs OCR goes to it first. The child process returns
    the image of the page, and the service's answer goes into another child, because only this
    process knows the key.
    """

    def __init__(
        self,
        job: JobContext,
        document_id: UUID,
        source: SourceFile,
        total: int,
        options: ReadOptions,
    ) -> None:
        self._job, self._document_id, self._total = job, document_id, total
        self._path, self._filename = source.path, source.filename
        self._page_seconds = page_seconds(source.kind, source.size)
        self._service = ocr_service(job.scope)
        self._options = replace(options, elsewhere=self._service is not None)
        self._broken_pages = self._service_failures = 0

    def read(self, first: int) -> None:
        number: int | None = first
        while number is not None:
            self._job.progress("reading", number, self._total)
            number = self._read_from(number)

    def _read_from(self, number: int) -> int | None:
        """Read up to a page that needs the service or crashes; return the page after it."""
        try:
            pages: Generator[PageText, None, None] = stream_cpu(
                "pramana.documents.reading.file_reader.read_pages",
                self._path,
                self._filename,
                first_page=number,
                options=self._options,
                timeout=self._page_seconds,
            )
            with closing(pages):
                for page in pages:
                    if page.picture:
                        break
                    self._save(page)
                    number = page.number + 1
                else:
                    return None
            self._save(self._read_by_service(page))
        except CRASHES as problem:
            self._count_broken_page(number, problem)
            self._save(broken_page(number, problem.message))
        return number + 1

    def _save(self, page: PageText) -> None:
        save_page(self._job.scope, self._document_id, page)
        self._job.progress("reading", page.number + 1, max(self._total, page.number + 1))

    def _count_broken_page(self, number: int, problem: Exception) -> None:
        """Raise where too many pages have crashed, or where there may be no such page."""
        if number >= self._total:
            raise problem
        self._broken_pages += 1
        if self._broken_pages >= MAX_BROKEN_PAGES:
            raise Unreadable(
                f"{MAX_BROKEN_PAGES} pages of this file cannot be read. It may be damaged."
            ) from problem

    def _read_by_service(self, page: PageText) -> PageText:
        began = time.monotonic()
        seen = self._ask_service(page.picture)
        finished: PageText = run_cpu(
            "pramana.documents.reading.file_reader.read_page",
            self._path,
            self._filename,
            page.number,
            options=replace(self._options, elsewhere=False, seen=seen),
            timeout=self._page_seconds,
        )
        return replace(finished, seconds=round(time.monotonic() - began, 4))

    def _ask_service(self, picture: bytes) -> ServiceReading:
        """What the service returned. After repeated failures it is not asked again."""
        if self._service is None:
            raise ValueError("A child process returned an image although there is no OCR service.")
        try:
            markdown = self._service.read(picture)
        except OcrServiceFailed as problem:
            self._service_failures += 1
            failure = ServiceReading(reason=f"{problem.message} {READ_LOCALLY}")
            if self._service_failures >= MAX_SERVICE_FAILURES or not problem.passing:
                self._options = replace(self._options, elsewhere=False, seen=failure)
            return failure
        self._service_failures = 0
        return ServiceReading(engine=self._service.name, markdown=markdown)


def ocr_service(scope: Scope) -> MistralOcr | None:
    """The OCR service, where it is allowed and there is a key for it."""
    chosen = choice_of(scope, OcrChoice)
    if chosen.ocr == "local" or not chosen.mistral_api_key:
        return None
    return MistralOcr(chosen.mistral_api_key, settings.PRAMANA.mistral_base_url)


def mark_unfetched(job: Claim, error: str, source_id: UUID) -> None:
    """Record why fetching failed."""
    finish_fetching(job.scope, source_id, SourceStatus.FAILED, error=plain_error(error))


@task("documents.fetch", on_failure=mark_unfetched)
def fetch(job: JobContext, source_id: UUID) -> None:
    """Fetch a page, or every page of a site. A page of a site that fails does not stop the rest."""
    source = get_source(job.scope, source_id)
    fetcher = Fetcher(fetch_options())
    counts = Counter(fetched=0, unchanged=0, failed=0)
    error = ""
    for number, page in enumerate(_pages_of(source, fetcher), start=1):
        job.progress("fetching", number)
        try:
            counts[_fetch_page(job.scope, source, fetcher, page)] += 1
        except (FetchError, Unreadable) as problem:
            if not source.whole_site:
                raise
            counts["failed"] += 1
            error = f"{page.url}: {problem}"
    with job.commit():
        finish_fetching(job.scope, source_id, SourceStatus.COMPLETED, error=error, **counts)


def _pages_of(source: SourceView, fetcher: Fetcher) -> Iterator[DiscoveredPage]:
    if not source.whole_site:
        return iter([DiscoveredPage(url=source.url)])
    return discover(source.url, fetch_options(), fetcher=fetcher)


def _fetch_page(
    scope: Scope, source: SourceView, fetcher: Fetcher, discovered: DiscoveredPage
) -> str:
    """Fetch one page and store it if it is new or has changed; return which count it adds to."""
    stored = stored_page(scope, discovered.url)
    validators = stored.validators if stored else None
    with discovered.page or fetcher.fetch(discovered.url, known=validators) as page:
        if page.unchanged or (stored and stored.sha256 == page.sha256):
            return "unchanged"
        store_fetched_page(scope, source, discovered.url, page)
    return "fetched"


@periodic("documents.purge_trash", cron="23 * * * *")
def purge() -> None:
    """Erase what has been in the trash for thirty days."""
    purge_trash(utcnow())
