"""Two people with a tenant to themselves, so that extractions and other pages' tests never meet.

`python -m tests.web.extractors` with the product's DATABASE_URL and PRAMANA_DATA.
"""

import django

from tests.web.seed import PASSWORD

READER, GUEST = "ledger-admin", "ledger-guest"


def main() -> None:
    django.setup()
    from pramana.tenancy.contracts import Role
    from pramana.tenancy.models import User
    from pramana.tenancy.testing import make_member, make_tenant

    make_member(make_tenant("ledger"), Role.VIEWER, user_name=GUEST)
    for person in User.objects.filter(username__in=[READER, GUEST]):
        person.set_password(PASSWORD)
        person.save()


if __name__ == "__main__":
    main()
