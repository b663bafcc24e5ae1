"""Errors about access, files, quotas and cases."""

from pramana.kit.errors import (
    Conflict,
    Forbidden,
    InvalidRequest,
    NotFound,
    RateLimited,
    Unauthorized,
    Unavailable,
)
from pramana.tenancy.contracts import QuotaUse


class KeyRefused(Unauthorized):
    """The key is unknown, revoked, or its owner left the tenant: the answer is the same."""

    def __init__(self) -> None:
        super().__init__("This API key is not valid. Create one with `pramana key create NAME`.")


class SignInNeeded(Unauthorized):
    def __init__(self) -> None:
        super().__init__("Send an API key as `Authorization: Bearer KEY`, or sign in.")


class NotAMember(Forbidden):
    def __init__(self) -> None:
        super().__init__("You do not belong to this tenant.")


class OriginNotAllowed(Forbidden):
    def __init__(self) -> None:
        super().__init__("This publishable key may not be used from this origin.")


class KeyNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("There is no such key.")


class NotInvited(Conflict):
    def __init__(self) -> None:
        super().__init__(
            "This person has a password or an account elsewhere, so no sign-in link is given out."
        )


class MemberNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("There is no such member.")


class TenantNotFound(NotFound):
    def __init__(self, slug: str) -> None:
        super().__init__(f"There is no tenant {slug!r}.")


class PersonNotFound(NotFound):
    def __init__(self, user_name: str) -> None:
        super().__init__(f"There is no person called {user_name!r}.")


class CaseNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("There is no such case.")


class RunNotFound(NotFound):
    def __init__(self) -> None:
        super().__init__("There is no such run.")


class FileGone(NotFound):
    def __init__(self) -> None:
        super().__init__("There is no such file.")


class FileDamaged(Conflict):
    """The stored bytes are missing, or are not those that were given."""

    code = "file_damaged"

    def __init__(self) -> None:
        super().__init__(
            "The stored file is missing or damaged. Upload the same file again to repair it."
        )


class StorageFull(Unavailable):
    """The disk is full. The caller may retry once an operator has freed space."""

    code = "storage_full"
    retry_after = 300

    def __init__(self) -> None:
        super().__init__("The disk is full. Ask the operator to free some space.")


class LinkRefused(Unauthorized):
    def __init__(self) -> None:
        super().__init__("This sign-in link was used already or has expired. Ask for a new one.")


class SignOnRefused(Unauthorized):
    """The provider's answer does not prove who this is. The log says why."""

    def __init__(self) -> None:
        super().__init__("The sign-in could not be completed. Start it again from this page.")


class SignOnCancelled(Unauthorized):
    def __init__(self) -> None:
        super().__init__("The sign-in was cancelled or refused by the identity provider.")


class NoTenantForPerson(Forbidden):
    def __init__(self) -> None:
        super().__init__(
            "Your groups give you no access here. Ask your administrator to add you to one."
        )


class ProviderAway(Unavailable):
    code = "identity_provider_away"
    retry_after = 30

    def __init__(self) -> None:
        super().__init__(
            "The identity provider cannot be reached or does not answer as it should. Try later."
        )


class PasswordsOff(Forbidden):
    def __init__(self) -> None:
        super().__init__("Passwords are switched off here. Sign in with your identity provider.")


class TooManyAttempts(RateLimited):
    def __init__(self, retry_after: int) -> None:
        super().__init__(
            "Too many failed attempts. Wait a little, then try again.", retry_after=retry_after
        )


class OverQuota(RateLimited):
    """The tenant has used up a quota. `sentence` says which one and what to do."""

    code = "over_quota"

    def __init__(self, sentence: str, *, use: QuotaUse, retry_after: int) -> None:
        super().__init__(sentence, retry_after=retry_after)
        self.use = use


class AlreadyAMember(Conflict):
    def __init__(self, user_name: str) -> None:
        super().__init__(f"{user_name} is already a member.")


class LastAdmin(Conflict):
    """A tenant must always have an admin."""

    def __init__(self) -> None:
        super().__init__("This is the tenant's last admin. Make someone else an admin first.")


class BadGrant(InvalidRequest):
    """A key or role cannot be granted as requested."""


class SecretUnreadable(Conflict):
    """The installation's secret key changed since the secret was stored."""

    code = "secret_unreadable"

    def __init__(self) -> None:
        super().__init__(
            "The stored secret cannot be read, because PRAMANA_SECRET_KEY or the file secret_key "
            "has changed. Enter the secret again."
        )


class SettingLocked(Conflict):
    """The environment decides."""

    code = "setting_locked"

    def __init__(self) -> None:
        super().__init__(
            "This setting is set in the environment of the installation. Only an operator can "
            "change it."
        )


class SettingInvalid(InvalidRequest):
    """A setting that cannot be used. The sentence does not quote it: it may be a secret."""

    code = "setting_invalid"

    def __init__(self, reason: str) -> None:
        super().__init__(f"The setting was not saved: {reason}.")
