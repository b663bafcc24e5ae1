"""A paper names the holder of an office: the registry says who held it at the paper's time."""

from datetime import date

import pytest
from django.test import Client

from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.registry.contracts import NewRelationship, RelationshipType
from pramana.registry.services import add_relationship, create_record
from tests.agni.conftest import post, state_of, upload
from tests.registry.sample_records import a_party, a_person

NEPALI = """तमोर नगरपालिका
प्रेस विज्ञप्ति
मिति: {date}

विषय: खानेपानी सम्झौता सम्बन्धमा

तमोर नगरपालिकाका {position} देव लिम्बूले खानेपानी आयोजनाको सम्झौतामा हस्ताक्षर गर्नुभयो।
"""
ENGLISH = """Tamor Municipality
PRESS RELEASE
{date}

Dev Limbu, {position} of Tamor Municipality, signed the water contract.
"""


@pytest.fixture
def town(scope: Scope) -> Scope:
    """Two people of one name, of whom one was mayor from 2074 to 2079."""
    body = {**a_party("Tamor Municipality", "तमोर नगरपालिका"), "sub_type": "government_body"}
    create_record(scope, body)
    for _namesake in range(2):
        create_record(scope, a_person("Dev Limbu", "देव लिम्बू"))
    create_record(scope, a_person("Asha Tamang", "आशा तामाङ"))
    hold(scope, "person_2", date(2017, 5, 20), date(2022, 5, 19))
    hold(scope, "person_3", date(2022, 5, 20), date(2027, 5, 19))
    return scope


def hold(scope: Scope, holder: str, start: date, end: date) -> None:
    position = {"position": "नगर प्रमुख"}
    new = NewRelationship(RelationshipType.EMPLOYED_BY, "org_1", start, end, position)
    add_relationship(scope, holder, new)


def reviewed(admin: Client, text: str) -> tuple[str, dict]:
    session_id = upload(admin, text).json()["id"]
    drain_jobs()
    return session_id, holder_in(state_of(admin, session_id))


def holder_in(state: dict) -> dict:
    [entity] = [each for each in state["entities"] if each["entity_type"] == "PERSON"]
    return entity


@pytest.mark.parametrize(
    ("text", "position", "day"),
    [
        (NEPALI, "नगर प्रमुख", "२०७६।०२।१५"),
        (NEPALI, "तत्कालीन नगर प्रमुख", "२०८१।०२।१५"),
        (NEPALI, "पूर्वमेयर", "२०८१।०२।१५"),
        (ENGLISH, "Mayor", "12 May 2019"),
        (ENGLISH, "former Mayor", "12 May 2024"),
        (ENGLISH, "the then Mayor", "12 May 2024"),
    ],
)
@pytest.mark.usefixtures("town")
def test_of_two_namesakes_the_one_who_held_the_office_comes_first(
    admin: Client, text: str, position: str, day: str
):
    _, holder = reviewed(admin, text.format(position=position, date=day))

    first, second = holder["candidates"][:2]
    assert first["nes_id"] == "person_2" and "position was held" in first["reason"]
    assert second["nes_id"] == "person_1" and "was held then" not in second["reason"]


@pytest.mark.parametrize(("text", "position"), [(NEPALI, "नगर प्रमुख"), (ENGLISH, "Mayor")])
@pytest.mark.usefixtures("town")
def test_an_office_that_someone_else_held_is_no_match(admin: Client, text: str, position: str):
    _, holder = reviewed(admin, text.format(position=position, date="12 May 2024"))

    assert holder["matched_id"] is None and len(holder["candidates"]) == 2
    assert all("held by someone else then: Asha" in each["reason"] for each in holder["candidates"])


@pytest.mark.usefixtures("town")
def test_a_corrected_date_is_compared_again(admin: Client):
    session_id, holder = reviewed(admin, ENGLISH.format(position="Mayor", date="12 May 2019"))
    assert holder["matched_id"] == "person_2"

    answer = post(
        admin,
        session_id,
        "corrections",
        action="set_metadata",
        field="publication_date",
        value="2024-05-12",
    )

    assert answer.status_code == 200, answer.content
    assert holder_in(state_of(admin, session_id))["matched_id"] is None
