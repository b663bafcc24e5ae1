"""The case a person works in: chosen at the top of a page, and joined by what is begun there."""

from uuid import UUID, uuid4

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.tenancy.models import Case, Membership, Run
from pramana.tenancy.services import open_case
from pramana.tenancy.testing import make_member
from tests.extraction.samples import add_document
from tests.web.test_access import signed_in

pytestmark = pytest.mark.django_db


def choose(client: Client, case_id: object, **asked: object) -> str:
    """What the page one comes back to says."""
    sent = {"case": str(case_id or ""), "next": reverse("web:library"), **asked}
    answer = client.post(reverse("web:choose-case"), sent, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def case_of_newest(scope: Scope) -> UUID | None:
    return Run.objects.in_scope(scope).order_by("-created_at")[0].case_id


def test_a_case_is_offered_chosen_and_left_again(scope: Scope) -> None:
    client = signed_in(make_member(scope, Role.VIEWER))
    assert "choose-case" not in client.get(reverse("web:library")).content.decode()
    case_id = open_case(scope, "The bridge")

    assert f'data-case="{case_id}"' in choose(client, case_id)
    assert f'data-case="{case_id}"' in client.get(reverse("web:ask")).content.decode()
    left = choose(client, None)
    assert "data-case=" not in left and "No case" in left and "The bridge" in left


def test_another_tenants_case_or_one_that_is_gone_counts_as_none(
    scope: Scope, other_scope: Scope
) -> None:
    client = signed_in(scope)
    theirs, ours = open_case(other_scope, "Theirs"), open_case(scope, "Ours")
    for nobodys in (theirs, uuid4(), "nonsense"):
        assert "data-case=" not in choose(client, nobodys)
    choose(client, ours)
    Case.objects.in_scope(scope).filter(pk=ours).delete()

    assert "data-case=" not in client.get(reverse("web:library")).content.decode()
    address = f"{reverse('web:extract-new')}?document={add_document(scope)}"
    assert client.post(address, {"mode": "auto"}).status_code == 302
    assert case_of_newest(scope) is None


def test_each_tenant_has_its_own_choice(scope: Scope, other_scope: Scope) -> None:
    client = signed_in(scope)
    Membership(tenant_id=other_scope.tenant_id, user_id=scope.actor_id, role=Role.ADMIN).save(
        force_insert=True
    )
    here, there = open_case(scope, "Here"), open_case(other_scope, "There")
    choose(client, here)
    client.post(reverse("web:choose-tenant"), {"tenant": str(other_scope.tenant_id)})
    assert "data-case=" not in client.get(reverse("web:library")).content.decode()
    assert f'data-case="{there}"' in choose(client, there)
    client.post(reverse("web:choose-tenant"), {"tenant": str(scope.tenant_id)})

    assert f'data-case="{here}"' in client.get(reverse("web:library")).content.decode()


def test_what_is_begun_on_a_page_joins_the_case(scope: Scope) -> None:
    client, case_id = signed_in(scope), open_case(scope, "The bridge")
    choose(client, case_id)
    document = add_document(scope)

    client.post(f"{reverse('web:extract-new')}?document={document}", {"mode": "auto"})
    assert (case_of_newest(scope), newest_kind(scope)) == (case_id, "extraction.extract")
    client.post(reverse("web:review-add"), {"document": ContentFile(b"Ram signed.", "a.txt")})
    kinds = set(Run.objects.in_scope(scope).filter(case_id=case_id).values_list("kind", flat=True))
    assert "agni.session" in kinds
    sent = {"name": "Bills", "document": [str(document)], "columns": "given",
            "column_name": ["Total"], "column_type": ["text"]}  # fmt: skip
    client.post(reverse("web:stacks-new"), sent)
    assert (case_of_newest(scope), newest_kind(scope)) == (case_id, "extraction.stack")
    form = client.get(reverse("web:research"))
    assert form.context["given"]["case"] == str(case_id)


def newest_kind(scope: Scope) -> str:
    return Run.objects.in_scope(scope).order_by("-created_at")[0].kind
