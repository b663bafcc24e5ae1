"""Two admins with a tenant to themselves, so that reviews and other pages' tests never meet.

`python -m tests.web.reviewers` with the product's DATABASE_URL and PRAMANA_DATA.
"""

import django

from tests.web.seed import PASSWORD

FIRST, SECOND = "desk-admin", "second-admin"


def main() -> None:
    django.setup()
    from pramana.tenancy.contracts import Role
    from pramana.tenancy.models import User
    from pramana.tenancy.testing import make_member, make_tenant

    make_member(make_tenant("desk"), Role.ADMIN, user_name=SECOND)
    for person in User.objects.filter(username__in=[FIRST, SECOND]):
        person.set_password(PASSWORD)
        person.save()


if __name__ == "__main__":
    main()
