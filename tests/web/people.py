"""Two people with a tenant to themselves, so that their work and other pages' tests never meet.

`python -m tests.web.people TENANT ROLE NAME`: the tenant's admin, and a second person of that role
and name.
"""

import sys

import django

from tests.web.seed import PASSWORD


def main(tenant: str, role: str, name: str) -> None:
    django.setup()
    from pramana.tenancy.contracts import Role
    from pramana.tenancy.models import User
    from pramana.tenancy.testing import make_member, make_tenant

    make_member(make_tenant(tenant), Role(role), user_name=name)
    for person in User.objects.filter(username__in=[f"{tenant}-admin", name]):
        person.set_password(PASSWORD)
        person.save()


if __name__ == "__main__":
    main(*sys.argv[1:])
