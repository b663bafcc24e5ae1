"""Sign-in sessions whose keys are stored hashed.

The cookie holds the key and the database its SHA-256, so that someone who reads the database, or a
copy of it, cannot sign in with what is stored there.
"""

from hashlib import sha256

from django.contrib.sessions.backends.db import SessionStore as DatabaseSessionStore
from django.contrib.sessions.base_session import AbstractBaseSession
from django.contrib.sessions.models import Session
from django.utils import timezone

LENGTH = 40
"""The length of Django's column; 160 bits of the digest."""


def stored_key(session_key: str) -> str:
    """What the database holds in place of a session's key."""
    return sha256(session_key.encode()).hexdigest()[:LENGTH]


class SessionStore(DatabaseSessionStore):
    """Django's sessions in the database, found by the hash of their key."""

    def _get_session_from_db(self) -> Session | None:
        found = Session.objects.filter(
            session_key=stored_key(self.session_key or ""), expire_date__gt=timezone.now()
        ).first()
        if found is None:
            self._session_key = None
        return found

    async def _aget_session_from_db(self) -> Session | None:
        found = await Session.objects.filter(
            session_key=stored_key(self.session_key or ""), expire_date__gt=timezone.now()
        ).afirst()
        if found is None:
            self._session_key = None
        return found

    def exists(self, session_key: str) -> bool:
        return super().exists(stored_key(session_key))

    async def aexists(self, session_key: str) -> bool:
        return await super().aexists(stored_key(session_key))

    def create_model_instance(self, data: dict[str, object]) -> AbstractBaseSession:
        return self._hashed(super().create_model_instance(data))

    async def acreate_model_instance(self, data: dict[str, object]) -> AbstractBaseSession:
        return self._hashed(await super().acreate_model_instance(data))

    @staticmethod
    def _hashed(row: AbstractBaseSession) -> AbstractBaseSession:
        row.session_key = stored_key(row.session_key)
        return row

    def delete(self, session_key: str | None = None) -> None:
        if key := session_key or self.session_key:
            super().delete(stored_key(key))

    async def adelete(self, session_key: str | None = None) -> None:
        if key := session_key or self.session_key:
            await super().adelete(stored_key(key))
