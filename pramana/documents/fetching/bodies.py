"""The body of an answer, unpacked bit by bit so that a small bomb never becomes a large one."""

import hashlib
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from tempfile import SpooledTemporaryFile
from typing import IO

from pramana.documents.fetching.errors import FetchFailed, FetchTooLarge

STEP = 64 * 1024
IN_MEMORY = 1024 * 1024
MAGIC = b"\x1f"
"""The first byte of a gzip member."""


@dataclass(frozen=True, slots=True)
class Body:
    """A body in a file of its own, in memory while it is small."""

    file: IO[bytes]
    size: int
    sha256: str


def kept(chunks: Iterable[bytes], *, encoding: str, limit: int, cut: bool = False) -> Body:
    """Unpack and store a body of at most `limit` bytes; `cut` keeps the start of a longer one."""
    file: IO[bytes] = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - the caller closes it
    digest, size = hashlib.sha256(), 0
    try:
        for piece in unpacked(chunks, encoding):
            if size + len(piece) > limit and not cut:
                raise FetchTooLarge(limit)
            piece = piece[: limit - size]
            size += file.write(piece)
            digest.update(piece)
            if cut and size >= limit:
                break
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return Body(file, size, digest.hexdigest())


def unpacked(chunks: Iterable[bytes], encoding: str) -> Iterator[bytes]:
    """The bytes behind a Content-Encoding, at most `STEP` of them at a time.

    Only gzip is asked for, and only one layer of it is opened.
    """
    if encoding in ("", "identity"):
        yield from chunks
    elif encoding in ("gzip", "x-gzip"):
        yield from gunzipped(chunks)
    else:
        raise FetchFailed(
            f"The server packs the page in a way nobody asked for ({encoding[:40]}). "
            "Download it yourself and upload it."
        )


def gunzipped(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Members of a gzip stream, one after another; a broken or unfinished one is an error.

    Padding after the last member is left alone, as browsers do.
    """
    member, begun = zlib.decompressobj(wbits=31), False
    try:
        for chunk in chunks:
            while chunk:
                if member.eof and not chunk.startswith(MAGIC):
                    return
                if member.eof:
                    member = zlib.decompressobj(wbits=31)
                yield member.decompress(chunk, STEP)
                begun = True
                chunk = member.unused_data if member.eof else member.unconsumed_tail
        while begun and not member.eof and (piece := member.decompress(b"", STEP)):
            yield piece
    except zlib.error as error:
        raise FetchFailed("The server sent a damaged page. Try again later.") from error
    if begun and not member.eof:
        raise FetchFailed("The server broke off in the middle of the page. Try again later.")
