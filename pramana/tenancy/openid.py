"""OpenID Connect: send a person to their provider, and check what it says when they return.

The authorization code flow with PKCE. `state` ties the answer to the browser that asked, `nonce`
ties the token to this sign-in, and the token counts only if a key of the provider signed it.
"""

import hashlib
import json
import logging
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hmac import compare_digest
from time import monotonic, time
from typing import Any
from urllib.parse import quote, urlencode

import httpx
import jwt
from pydantic import BaseModel, ConfigDict, ValidationError

from pramana.kit.texts import storable
from pramana.postgres.loans import return_to_pool
from pramana.tenancy.contracts import ExternalPerson, IdentityProvider
from pramana.tenancy.errors import ProviderAway, SignOnCancelled, SignOnRefused

SECONDS = 10.0
MOST_BYTES = 1024 * 1024
LEEWAY_SECONDS = 60
"""How far the provider's clock may be off."""
METADATA_SECONDS = 600.0
LONGEST_SIGN_ON = 900
"""Seconds a person has at the provider before the sign-in must be started again."""
ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "EdDSA")
"""Signatures by a private key only: anyone who knows the client secret could forge the others."""
REQUIRED_CLAIMS = ("iss", "sub", "aud", "exp", "iat", "nonce")
MOST_GROUPS = 1000
LONGEST_HINT = 4000

logger = logging.getLogger(__name__)


class ProviderMetadata(BaseModel):
    """What a provider publishes about itself."""

    model_config = ConfigDict(frozen=True)

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    userinfo_endpoint: str = ""
    end_session_endpoint: str = ""
    token_endpoint_auth_methods_supported: tuple[str, ...] = ("client_secret_basic",)
    authorization_response_iss_parameter_supported: bool = False

    @property
    def addresses(self) -> tuple[str, ...]:
        return (self.authorization_endpoint, self.token_endpoint, self.jwks_uri)


class PendingSignOn(BaseModel):
    """What the browser's session keeps while the person is at the provider."""

    provider_id: str
    state: str
    nonce: str
    verifier: str
    redirect_uri: str
    next: str = ""
    started_at: float

    @property
    def is_expired(self) -> bool:
        return time() - self.started_at > LONGEST_SIGN_ON


def begin_sign_on(
    provider: IdentityProvider, redirect_uri: str, *, next_page: str = ""
) -> tuple[str, PendingSignOn]:
    """The address to send the person to, and what to keep until they return."""
    metadata = _metadata_of(provider)
    pending = PendingSignOn(
        provider_id=provider.id,
        state=secrets.token_urlsafe(32),
        nonce=secrets.token_urlsafe(32),
        verifier=secrets.token_urlsafe(48),
        redirect_uri=redirect_uri,
        next=next_page,
        started_at=time(),
    )
    query = {
        "response_type": "code",
        "client_id": provider.client_id,
        "redirect_uri": redirect_uri,
        "scope": " ".join(provider.scopes),
        "state": pending.state,
        "nonce": pending.nonce,
        "code_challenge": code_challenge(pending.verifier),
        "code_challenge_method": "S256",
    }
    return _with_query(metadata.authorization_endpoint, query), pending


def _with_query(endpoint: str, query: Mapping[str, str]) -> str:
    return endpoint + ("&" if "?" in endpoint else "?") + urlencode(query)


def code_challenge(verifier: str) -> str:
    """PKCE's S256, as in the appendix of RFC 7636.

    >>> code_challenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
    """
    return urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()


def finish_sign_on(
    provider: IdentityProvider, pending: PendingSignOn, answer: Mapping[str, str]
) -> ExternalPerson:
    """Who the person is, or `SignOnRefused`. `answer` is the query the provider sent them with."""
    metadata = _metadata_of(provider)
    _check_answer(metadata, pending, answer)
    tokens = _exchange_code(provider, metadata, pending, answer["code"])
    id_token = str(tokens.get("id_token", ""))
    claims = _verified_claims(provider, metadata, id_token, pending.nonce)
    if provider.groups_claim not in claims and metadata.userinfo_endpoint:
        claims = _with_userinfo(metadata, claims, str(tokens.get("access_token", "")))
    return replace(_person(provider, claims), id_token=id_token)


def sign_out_address(provider: IdentityProvider, id_token: str, return_uri: str) -> str:
    """Where the person ends their session at the provider; empty if it offers no such thing.

    RP-initiated logout. A token that is too long for an address is left out: the provider then
    asks the person.
    """
    endpoint = _metadata_of(provider).end_session_endpoint
    if not (endpoint.startswith("https://") or (endpoint and _is_local(provider))):
        return ""
    query = {"client_id": provider.client_id, "post_logout_redirect_uri": return_uri}
    if len(id_token) <= LONGEST_HINT:
        query["id_token_hint"] = id_token
    return _with_query(endpoint, query)


def _check_answer(
    metadata: ProviderMetadata, pending: PendingSignOn, answer: Mapping[str, str]
) -> None:
    if pending.is_expired or not compare_digest(
        answer.get("state", "").encode(), pending.state.encode()
    ):
        raise _refusal("the state is not the one that was sent, or is too old")
    issuer = answer.get("iss", "")
    if (
        issuer or metadata.authorization_response_iss_parameter_supported
    ) and issuer != metadata.issuer:
        raise _refusal("the answer names another issuer")
    if "error" in answer:
        logger.info("sign-on: the provider answered an error", extra={"provider": metadata.issuer})
        raise SignOnCancelled()
    if not answer.get("code"):
        raise _refusal("the answer carries no code")


def _exchange_code(
    provider: IdentityProvider, metadata: ProviderMetadata, pending: PendingSignOn, code: str
) -> dict[str, Any]:
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": pending.redirect_uri,
        "client_id": provider.client_id,
        "code_verifier": pending.verifier,
    }
    auth = None
    if provider.client_secret:
        if "client_secret_basic" in metadata.token_endpoint_auth_methods_supported:
            pair = (quote(each, safe="") for each in (provider.client_id, provider.client_secret))
            auth = httpx.BasicAuth(*pair)
        else:
            form["client_secret"] = provider.client_secret
    return _ask_json("POST", metadata.token_endpoint, data=form, auth=auth)


def _verified_claims(
    provider: IdentityProvider, metadata: ProviderMetadata, token: str, nonce: str
) -> dict[str, Any]:
    """The claims of the id token, after its signature and each claim we rely on were checked."""
    published = _ask_json("GET", metadata.jwks_uri)
    try:
        claims: dict[str, Any] = jwt.decode(
            token,
            _signing_key(published, token),
            algorithms=list(ALGORITHMS),
            audience=provider.client_id,
            issuer=metadata.issuer,
            leeway=LEEWAY_SECONDS,
            options={"require": list(REQUIRED_CLAIMS)},
        )
    except jwt.PyJWTError as error:
        raise _refusal(f"the token is not valid: {error}") from error
    if not compare_digest(str(claims["nonce"]).encode(), nonce.encode()):
        raise _refusal("the nonce is not the one that was sent")
    is_shared = isinstance(claims["aud"], list) and len(claims["aud"]) > 1
    if (is_shared or "azp" in claims) and claims.get("azp") != provider.client_id:
        raise _refusal("the token was issued to another client")
    return claims


def _signing_key(published: dict[str, Any], token: str) -> jwt.PyJWK:
    """The published key that the token names; the only one if it names none."""
    wanted = jwt.get_unverified_header(token).get("kid")
    keys = [key for key in jwt.PyJWKSet.from_dict(published).keys if key.public_key_use != "enc"]
    if wanted is not None:
        keys = [key for key in keys if key.key_id == wanted]
    if len(keys) != 1:
        raise jwt.InvalidTokenError("no published key, or more than one, fits the token")
    return keys[0]


def _with_userinfo(
    metadata: ProviderMetadata, claims: dict[str, Any], token: str
) -> dict[str, Any]:
    """The claims with those of the userinfo endpoint, which must be about the same person."""
    headers = {"Authorization": f"Bearer {token}"}
    told = _ask_json("GET", metadata.userinfo_endpoint, headers=headers)
    if told.get("sub") != claims["sub"]:
        raise _refusal("the user information is about someone else")
    return {**told, **claims}


def _person(provider: IdentityProvider, claims: dict[str, Any]) -> ExternalPerson:
    subject = storable(str(claims["sub"]))
    if not subject or len(subject) > 255:
        raise _refusal("the subject is empty or too long")
    is_verified = claims.get("email_verified") in (True, "true")
    email = storable(str(claims.get("email", ""))) if is_verified else ""
    groups = claims.get(provider.groups_claim, [])
    listed = [groups] if isinstance(groups, str) else groups if isinstance(groups, list) else []
    return ExternalPerson(
        issuer=provider.issuer,
        subject=subject,
        name=storable(str(claims.get(provider.name_claim) or email or subject)),
        email=email[:254],
        groups=frozenset(str(each) for each in listed[:MOST_GROUPS]),
    )


@dataclass(frozen=True)
class _KnownMetadata:
    metadata: ProviderMetadata
    until: float


_known: dict[str, _KnownMetadata] = {}
"""By issuer, for ten minutes, so that opening the sign-in page in a loop asks nobody."""


def _metadata_of(provider: IdentityProvider) -> ProviderMetadata:
    """The provider's metadata. It must name exactly the issuer that the operator named."""
    known = _known.get(provider.issuer)
    if known and known.until > monotonic():
        return known.metadata
    address = provider.issuer.rstrip("/") + "/.well-known/openid-configuration"
    try:
        metadata = ProviderMetadata.model_validate(_ask_json("GET", address))
    except ValidationError as error:
        raise ProviderAway() from error
    is_safe = _is_local(provider) or all(each.startswith("https://") for each in metadata.addresses)
    if metadata.issuer != provider.issuer or not is_safe:
        logger.warning("sign-on: the metadata is of another issuer or unprotected")
        raise ProviderAway()
    _known[provider.issuer] = _KnownMetadata(metadata, monotonic() + METADATA_SECONDS)
    return metadata


def _is_local(provider: IdentityProvider) -> bool:
    """Whether it runs on this machine, the only place where http:// is allowed."""
    return provider.issuer.startswith("http://")


def _ask_json(method: str, address: str, **request: Any) -> dict[str, Any]:
    """The JSON object that the provider answers. No connection of the database is held meanwhile.

    A refusal (4xx) is `SignOnRefused`; anything else but an object is `ProviderAway`.
    """
    return_to_pool()
    ends, body = monotonic() + SECONDS, b""
    try:
        with (
            httpx.Client(timeout=SECONDS) as client,
            client.stream(method, address, **request) as response,
        ):
            for piece in response.iter_bytes():
                body += piece
                if len(body) > MOST_BYTES or monotonic() > ends:
                    raise ProviderAway()
        parsed = json.loads(body) if response.status_code == 200 else None
    except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
        raise ProviderAway() from error
    if 400 <= response.status_code < 500 and method == "POST":
        raise _refusal(f"the provider answered {response.status_code} to the code")
    if not isinstance(parsed, dict):
        raise ProviderAway()
    return parsed


def _refusal(reason: str) -> SignOnRefused:
    logger.warning("sign-on refused: %s", reason)
    return SignOnRefused()
