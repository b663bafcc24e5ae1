"""Who one is here; and for admins, keys and members."""

from collections.abc import Sequence

from pramana.client.calls import Call, Id, given, many, nothing, one
from pramana.client.models.access import Key, Me, Member, NewKey, NewMember, Role
from pramana.client.operations import Async, Sync, operation

KEYS, MEMBERS = "/api/keys/", "/api/members/"


class AccessOperations:
    @operation
    def me(self) -> Call[Me]:
        """The person, role and tenant behind the key."""
        return Call("GET", "/api/me", one(Me))

    @operation
    def keys(self) -> Call[list[Key]]:
        """Every key of the tenant, newest first, revoked ones too."""
        return Call("GET", KEYS, many(Key, "keys"))

    @operation
    def create_key(
        self, name: str, *, role: Role = "viewer", rate_per_minute: int | None = None
    ) -> Call[NewKey]:
        """A key for a program, of your own."""
        body = given(name=name, role=role, rate_per_minute=rate_per_minute)
        return Call("POST", KEYS, one(NewKey), json=body)

    @operation
    def create_page_key(
        self, name: str, origins: Sequence[str], *, collections: Sequence[Id] = ()
    ) -> Call[NewKey]:
        """A publishable key: for chat on web pages of these origins, over these collections."""
        body = given(name=name, kind="publishable", origins=origins, collections=collections)
        return Call("POST", KEYS, one(NewKey), json=body)

    @operation
    def revoke_key(self, key_id: Id) -> Call[None]:
        """Refuse a key from now on."""
        return Call("DELETE", f"{KEYS}{key_id}", nothing)

    @operation
    def members(self) -> Call[list[Member]]:
        """Who belongs to the tenant, in the order they came."""
        return Call("GET", MEMBERS, many(Member, "members"))

    @operation
    def add_member(
        self, user_name: str, *, role: Role = "viewer", email: str = ""
    ) -> Call[NewMember]:
        """Let a person in."""
        body = given(user_name=user_name, role=role, email=email)
        return Call("POST", MEMBERS, one(NewMember), json=body)

    @operation
    def change_role(self, user_id: Id, role: Role) -> Call[None]:
        """Give a member another role."""
        return Call("PATCH", f"{MEMBERS}{user_id}", nothing, json={"role": role}, repeatable=True)

    @operation
    def remove_member(self, user_id: Id) -> Call[None]:
        """Show a member out; their keys for this tenant stop working."""
        return Call("DELETE", f"{MEMBERS}{user_id}", nothing)


class Access(AccessOperations, Sync):
    """Of `Pramana`."""


class AsyncAccess(AccessOperations, Async):
    """Of `AsyncPramana`."""
