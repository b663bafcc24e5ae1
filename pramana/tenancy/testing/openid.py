"""An OpenID provider on loopback: discovery, keys, a sign-in page, tokens and user information.

It refuses what a careful provider refuses: other clients, other return addresses, a code used
twice, a verifier that does not fit. `fault` makes it lie, to see that nobody believes it.
"""

import json
import secrets
import threading
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from time import time
from typing import Any
from urllib.parse import parse_qs, unquote, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key

from pramana.tenancy.contracts import IdentityProvider, Role
from pramana.tenancy.openid import code_challenge

CLIENT_ID, CLIENT_SECRET = "pramana", "a secret of the client"  # for tests
OFTEN = 0.02
PAGE = """<!doctype html><html lang="en"><title>House of records</title><h1>Who are you?</h1>
<form method="post" action="/authorize?{query}">{buttons}</form></html>"""


class OpenIdFault(StrEnum):
    NONE = "none"
    OTHER_KEY = "other_key"
    """The token is signed with a key that is not published."""
    NO_SIGNATURE = "no_signature"
    OTHER_NONCE = "other_nonce"
    OTHER_AUDIENCE = "other_audience"
    OTHER_ISSUER = "other_issuer"
    OTHER_PARTY = "other_party"
    """The token is for several, and was issued to another of them."""
    EXPIRED = "expired"
    SHARED_SECRET = "shared_secret"  # noqa: S105
    """The token is signed with the client's secret instead of a key."""
    NO_SUBJECT = "no_subject"
    NO_SIGN_OUT = "no_sign_out"
    """It does not say where people sign out."""
    OTHER_USERINFO = "other_userinfo"
    AWAY = "away"


@cache
def first_key() -> RSAPrivateKey:
    """The key that every provider begins with; making one takes a tenth of a second."""
    return generate_private_key(65537, 2048)


@dataclass
class LoopbackOpenId:
    """The state of the provider: its people, by subject, and what it handed out."""

    people: dict[str, dict[str, Any]] = field(default_factory=dict)
    fault: OpenIdFault = OpenIdFault.NONE
    url: str = ""
    groups_in_token: bool = True
    key_id: str = "first"
    key: RSAPrivateKey = field(default_factory=first_key)
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    access: dict[str, str] = field(default_factory=dict)
    signed_in: set[str] = field(default_factory=set)
    """The subjects with an open session here."""
    sign_out_returns: str = "/app/sign-in"
    """The path that people may be sent back to after they signed out."""

    def provider(self, tenants: dict[str, dict[str, Role]], **rest: Any) -> IdentityProvider:
        """How an operator would name it in PRAMANA_OIDC."""
        values = {"id": "house", "name": "House of records", "client_secret": CLIENT_SECRET, **rest}
        return IdentityProvider(issuer=self.url, client_id=CLIENT_ID, tenants=tenants, **values)

    def rotate_key(self) -> None:
        self.key, self.key_id = generate_private_key(65537, 2048), secrets.token_hex(4)

    def metadata(self) -> dict[str, Any]:
        sign_out = {"end_session_endpoint": f"{self.url}/sign-out"}
        return {
            **({} if self.fault is OpenIdFault.NO_SIGN_OUT else sign_out),
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "userinfo_endpoint": f"{self.url}/userinfo",
            "jwks_uri": f"{self.url}/keys",
            "response_types_supported": ["code"],
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ["client_secret_basic"],
            "authorization_response_iss_parameter_supported": True,
        }

    def keys(self) -> dict[str, Any]:
        public = jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key(), as_dict=True)
        return {"keys": [{**public, "kid": self.key_id, "use": "sig", "alg": "RS256"}]}

    def grant_code(self, subject: str, asked: dict[str, str]) -> str:
        """Where the browser is sent after the person chose who they are."""
        answer = {"state": asked.get("state", ""), "iss": self.url}
        if subject not in self.people:
            answer["error"] = "access_denied"
        else:
            answer["code"] = secrets.token_urlsafe(16)
            self.codes[answer["code"]] = {**asked, "sub": subject}
            self.signed_in.add(subject)
        return f"{asked['redirect_uri']}?{urlencode(answer)}"

    def exchange(self, form: dict[str, str], credentials: tuple[str, str]) -> dict[str, Any] | None:
        """Tokens for a code, once, or nothing."""
        asked = self.codes.pop(form.get("code", ""), None)
        fits = asked is not None and (
            credentials == (CLIENT_ID, CLIENT_SECRET)
            and form.get("redirect_uri") == asked["redirect_uri"]
            and code_challenge(form.get("code_verifier", "")) == asked["code_challenge"]
        )
        if asked is None or not fits:
            return None
        token = secrets.token_urlsafe(16)
        self.access[token] = asked["sub"]
        return {
            "access_token": token,
            "token_type": "Bearer",
            "id_token": self.id_token(asked["sub"], asked["nonce"]),
        }

    def id_token(self, subject: str, nonce: str) -> str:
        told = dict(self.people[subject])
        if not self.groups_in_token:
            told.pop("groups", None)
        claims: dict[str, Any] = {
            "iss": self.url,
            "sub": subject,
            "aud": CLIENT_ID,
            "iat": int(time()),
            "exp": int(time()) + 300,
            "nonce": nonce,
            **told,
        }
        changes: dict[OpenIdFault, dict[str, Any]] = {
            OpenIdFault.OTHER_NONCE: {"nonce": "another"},
            OpenIdFault.OTHER_AUDIENCE: {"aud": "someone-else"},
            OpenIdFault.OTHER_ISSUER: {"iss": "https://elsewhere.example"},
            OpenIdFault.OTHER_PARTY: {"aud": [CLIENT_ID, "else"], "azp": "else"},
            OpenIdFault.EXPIRED: {"iat": int(time()) - 900, "exp": int(time()) - 600},
            OpenIdFault.NO_SUBJECT: {"sub": ""},
        }
        claims |= changes.get(self.fault, {})
        headers = {"kid": self.key_id}
        if self.fault is OpenIdFault.NO_SIGNATURE:
            return jwt.encode(claims, "", algorithm="none", headers=headers)
        if self.fault is OpenIdFault.SHARED_SECRET:
            return jwt.encode(claims, CLIENT_SECRET * 2, algorithm="HS256", headers=headers)
        key = self.key
        if self.fault is OpenIdFault.OTHER_KEY:
            key = generate_private_key(65537, 2048)
        return jwt.encode(claims, key, algorithm="RS256", headers=headers)

    def end_session(self, asked: dict[str, str]) -> bool:
        """End the session that the token is about, if the token is ours and the return is known."""
        try:
            claims = jwt.decode(
                asked.get("id_token_hint", ""),
                self.key.public_key(),
                algorithms=["RS256"],
                audience=CLIENT_ID,
                issuer=self.url,
                options={"verify_exp": False},
            )
        except jwt.PyJWTError:
            return False
        back = urlsplit(asked.get("post_logout_redirect_uri", ""))
        if asked.get("client_id") != CLIENT_ID or back.path != self.sign_out_returns:
            return False
        self.signed_in.discard(claims["sub"])
        return True

    def userinfo(self, token: str) -> dict[str, Any] | None:
        subject = self.access.get(token)
        if subject is None:
            return None
        shown = "someone-else" if self.fault is OpenIdFault.OTHER_USERINFO else subject
        return {**self.people[subject], "sub": shown}


@contextmanager
def serve_openid(**state: Any) -> Iterator[LoopbackOpenId]:
    """The provider on a free port, until the block ends."""
    openid = LoopbackOpenId(**state)
    handler = type("OpenIdHandler", (_Handler,), {"openid": openid})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    openid.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(OFTEN,), daemon=True)
    thread.start()
    try:
        yield openid
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    openid: LoopbackOpenId

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        if self.openid.fault is OpenIdFault.AWAY:
            return self._send(503, {"error": "temporarily_unavailable"})
        if path == "/.well-known/openid-configuration":
            return self._send(200, self.openid.metadata())
        if path == "/keys":
            return self._send(200, self.openid.keys())
        if path == "/userinfo":
            token = self.headers.get("Authorization", "").removeprefix("Bearer ")
            told = self.openid.userinfo(token)
            return self._send(200 if told else 401, told or {"error": "invalid_token"})
        if path == "/authorize":
            return self._show_people()
        if path == "/sign-out":
            return self._sign_out()
        if path == "/favicon.ico":
            return self._send(200, "")
        return self._send(404, {"error": "not_found"})

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        form = _flat(self.rfile.read(length).decode())
        if urlsplit(self.path).path == "/authorize":
            asked = _flat(urlsplit(self.path).query)
            self.send_response(303)
            self.send_header("Location", self.openid.grant_code(form.get("subject", ""), asked))
            self.end_headers()
            return None
        tokens = self.openid.exchange(form, self._credentials())
        return self._send(200 if tokens else 400, tokens or {"error": "invalid_grant"})

    def _sign_out(self) -> None:
        asked = _flat(urlsplit(self.path).query)
        if not self.openid.end_session(asked):
            return self._send(400, {"error": "invalid_request"})
        self.send_response(303)
        self.send_header("Location", asked["post_logout_redirect_uri"])
        self.end_headers()
        return None

    def _credentials(self) -> tuple[str, str]:
        given = self.headers.get("Authorization", "").removeprefix("Basic ")
        name, _, secret = b64decode(given).decode().partition(":")
        return unquote(name), unquote(secret)

    def _show_people(self) -> None:
        query = urlsplit(self.path).query
        asked = _flat(query)
        if asked.get("client_id") != CLIENT_ID or asked.get("code_challenge_method") != "S256":
            return self._send(400, {"error": "invalid_request"})
        buttons = "".join(
            f'<button name="subject" value="{escape(subject)}">'
            f"{escape(str(person.get('preferred_username', subject)))}</button>"
            for subject, person in [*self.openid.people.items(), ("", {})]
        )
        return self._send(200, PAGE.format(query=escape(query), buttons=buttons))

    def _send(self, status: int, body: dict[str, Any] | str) -> None:
        content = body if isinstance(body, str) else json.dumps(body)
        kind = "text/html; charset=utf-8" if isinstance(body, str) else "application/json"
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content.encode())))
        self.end_headers()
        self.wfile.write(content.encode())

    def log_message(self, format: str, *args: Any) -> None:
        """Tests do not want to read it."""


def _flat(query: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(query, keep_blank_values=True).items()}
