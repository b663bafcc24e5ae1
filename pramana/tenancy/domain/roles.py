"""What a person counts as in a tenant."""

from pramana.tenancy.contracts import Role


def effective_role(member_role: Role, *, admin_everywhere: bool) -> Role:
    """A superuser, or a member of the group `Admin`, is admin in every tenant they belong to."""
    return Role.ADMIN if admin_everywhere else member_role


def key_role(granted: Role, holder: Role) -> Role:
    """A key can do what it was granted, and never more than the person it belongs to."""
    return granted if holder.includes(granted) else holder
