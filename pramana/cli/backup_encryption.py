"""Encryption of backups with a passphrase: AES-256-GCM over a stream of numbered chunks.

The key is derived from the passphrase by scrypt. Each chunk's nonce holds its number and whether it
is the last, so chunks cannot be reordered, repeated, dropped or cut off without being noticed.
"""

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, BinaryIO

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from pramana.kit.errors import InvalidRequest

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer

MAGIC = b"PRAMANA-BACKUP-1"
SALT_BYTES = 16
CHUNK = 1 << 20
TAG_BYTES = 16
LAST, MORE = b"\x01", b"\x00"
MIN_LENGTH = 12


def read_passphrase(file: Path | None) -> str | None:
    """The passphrase in a file or in PRAMANA_BACKUP_PASSPHRASE, if one is given."""
    if file is not None:
        try:
            text = file.read_text("utf-8").strip()
        except OSError as error:
            raise InvalidRequest(f"The passphrase cannot be read: {error}.") from None
    else:
        text = os.environ.get("PRAMANA_BACKUP_PASSPHRASE", "")
    if not text and file is None:
        return None
    if len(text) < MIN_LENGTH:
        raise InvalidRequest(f"A passphrase needs at least {MIN_LENGTH} characters.")
    return text


@contextmanager
def encrypted(target: BinaryIO, passphrase: str | None) -> Iterator[IO[bytes]]:
    """A stream whose bytes reach `target` encrypted, or as they are without a passphrase."""
    if passphrase is None:
        yield target
        return
    salt = os.urandom(SALT_BYTES)
    target.write(MAGIC + salt)
    writer = _Encryptor(target, _cipher(passphrase, salt))
    with io.BufferedWriter(writer, CHUNK) as buffered:
        yield buffered
        buffered.flush()
        writer.finish()


@contextmanager
def decrypted(place: Path, passphrase: str | None) -> Iterator[IO[bytes]]:
    """The plain bytes of a backup, whether or not it is encrypted."""
    with place.open("rb") as source:
        if source.read(len(MAGIC)) != MAGIC:
            source.seek(0)
            yield source
            return
        if passphrase is None:
            raise InvalidRequest(
                f"{place} is encrypted. Give its passphrase with --passphrase-file FILE "
                "or in PRAMANA_BACKUP_PASSPHRASE."
            )
        cipher = _cipher(passphrase, source.read(SALT_BYTES))
        yield io.BufferedReader(_Decryptor(source, cipher), CHUNK)


def _cipher(passphrase: str, salt: bytes) -> AESGCM:
    return AESGCM(Scrypt(salt=salt, length=32, n=2**15, r=8, p=1).derive(passphrase.encode()))


def _nonce(number: int, is_last: bool) -> bytes:
    return number.to_bytes(11, "big") + (LAST if is_last else MORE)


class _Encryptor(io.RawIOBase):
    def __init__(self, target: BinaryIO, cipher: AESGCM) -> None:
        self._target, self._cipher = target, cipher
        self._pending, self._number = bytearray(), 0

    def writable(self) -> bool:
        return True

    def write(self, data: "ReadableBuffer", /) -> int:
        self._pending += memoryview(data)
        while len(self._pending) > CHUNK:
            self._write_chunk(bytes(self._pending[:CHUNK]), is_last=False)
            del self._pending[:CHUNK]
        return memoryview(data).nbytes

    def finish(self) -> None:
        self._write_chunk(bytes(self._pending), is_last=True)
        self._pending.clear()

    def _write_chunk(self, chunk: bytes, *, is_last: bool) -> None:
        self._target.write(self._cipher.encrypt(_nonce(self._number, is_last), chunk, None))
        self._number += 1


class _Decryptor(io.RawIOBase):
    def __init__(self, source: BinaryIO, cipher: AESGCM) -> None:
        self._source, self._cipher = source, cipher
        self._next = source.read(CHUNK + TAG_BYTES)
        self._plain, self._number = b"", 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        space = memoryview(buffer)
        if not self._plain and self._next:
            self._plain = self._open_chunk()
        data = self._plain[: space.nbytes]
        space[: len(data)] = data
        self._plain = self._plain[len(data) :]
        return len(data)

    def _open_chunk(self) -> bytes:
        chunk, self._next = self._next, self._source.read(CHUNK + TAG_BYTES)
        try:
            plain = self._cipher.decrypt(_nonce(self._number, not self._next), chunk, None)
        except InvalidTag:
            raise InvalidRequest(
                "The backup cannot be decrypted: the passphrase is wrong, or the file was altered."
            ) from None
        self._number += 1
        return plain
