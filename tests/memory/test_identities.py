"""Nicknames, namesakes, described people, and placeholders that get their name."""

from datetime import UTC, datetime

import pytest

from pramana.kit.scope import Scope
from pramana.memory.contracts.extraction import FactStatement
from pramana.memory.contracts.messages import IncomingMessage, RoleType
from pramana.memory.domain.families import Families, Sphere
from pramana.memory.domain.identities import shared_homes
from pramana.memory.domain.names import keys_of
from pramana.memory.models import Distinction, Duplicate, EntityKey, EntityRow, FactRow
from pramana.memory.search.facts import (
    in_both_scripts,
    question_spheres,
    search_entities,
    search_facts,
)
from pramana.memory.services.episodes import add_episode
from pramana.memory.services.indexing import index_pending
from tests.memory.scripted_model import NOW, add_message

pytestmark = pytest.mark.usefixtures("words_only")


def say(scope: Scope, who: str, *sentences: str) -> None:
    for number, each in enumerate(sentences, start=1):
        at = datetime(2026, 3, number, tzinfo=UTC)
        add_episode(scope, IncomingMessage("g", each, RoleType.USER, at, role=who))
    index_pending(scope)


def facts(scope: Scope) -> set[tuple[str, str, str]]:
    rows = FactRow.objects.in_scope(scope).filter(invalid_at=None)
    return set(rows.values_list("subject__name", "family", "object__name"))


def names(scope: Scope) -> set[str]:
    return set(EntityRow.objects.in_scope(scope).values_list("name", flat=True))


def test_a_described_person_is_the_holder_of_the_relation(scope: Scope) -> None:
    say(scope, "Nisha Thapa", "My husband is Bikram Shah.", "My husband works at Rapti Hydro.")

    assert ("Bikram Shah", "WORKS_AT", "Rapti Hydro") in facts(scope)
    assert ("Nisha Thapa", "MARRIED_TO", "Bikram Shah") in facts(scope)


@pytest.mark.parametrize(
    ("told", "is_meant"),
    [("I married Bikram Shah on 2 May 2026.", False), ("My husband is Bikram Shah.", True)],
)
def test_an_older_message_means_nobody_who_began_later(
    scope: Scope, told: str, is_meant: bool
) -> None:
    june = datetime(2026, 6, 1, tzinfo=UTC)
    add_episode(scope, IncomingMessage("g", told, RoleType.USER, june, role="Nisha Thapa"))
    assert ("Nisha Thapa", "MARRIED_TO", "Bikram Shah") in facts(scope)

    say(scope, "Nisha Thapa", "My husband works at Rapti Hydro.")

    assert (("Bikram Shah", "WORKS_AT", "Rapti Hydro") in facts(scope)) is is_meant


def test_a_placeholder_closes_nothing_and_gets_its_name(scope: Scope) -> None:
    say(scope, "Amara Obi", "My husband works at Harrow Mills.")
    assert EntityRow.objects.in_scope(scope).filter(is_placeholder=True).count() == 1

    say(scope, "Amara Obi", "My husband is Tunde Obi.")

    assert ("Tunde Obi", "WORKS_AT", "Harrow Mills") in facts(scope)
    assert not EntityRow.objects.in_scope(scope).filter(is_placeholder=True).exists()
    assert Duplicate.objects.in_scope(scope).filter(how="described").count() == 1


def test_a_nickname_is_the_same_person(scope: Scope) -> None:
    say(scope, "Katarina Novak", "Everyone calls me Kat.")
    say(scope, "Jan Dvorak", "Kat works at Moravia Print.")

    assert ("Katarina Novak", "WORKS_AT", "Moravia Print") in facts(scope)
    assert "Kat" not in names(scope)


def test_a_namesake_who_is_said_to_differ_stays_apart(scope: Scope) -> None:
    say(scope, "Asha Gurung", "I live in Beni.")
    say(scope, "Jan Dvorak", "Asha Karki, a different Asha, works at Ostrava Steel.")

    assert {"Asha Gurung", "Asha Karki"} <= names(scope)
    assert (
        not FactRow.objects.in_scope(scope)
        .filter(subject__name="Asha Gurung", family="WORKS_AT")
        .exists()
    )
    assert Distinction.objects.in_scope(scope).count() <= 1


def test_an_entity_has_a_summary_and_attributes_from_its_facts(scope: Scope) -> None:
    say(scope, "Ines Duarte", "I live in Porto.", "I have been living in Braga since 1 February.")

    [ines] = [each for each in search_entities(scope, "Ines Duarte") if each.name == "Ines Duarte"]

    assert "Braga" in ines.summary
    assert "Porto" not in ines.summary
    assert ines.attributes["lives_in"] == "Braga"


@pytest.mark.parametrize(
    ("question", "sphere"),
    [
        ("Where does Ram work?", Sphere.WORK),
        ("राम कहाँ काम गर्छन्?", Sphere.WORK),
        ("Where does Ram live?", Sphere.HOME),
        ("राम कहाँ बस्छन्?", Sphere.HOME),
        ("Who is Ram's wife?", Sphere.MARRIAGE),
        ("रामको फोन नम्बर के हो?", Sphere.CONTACT),
        ("When is Ram's birthday?", Sphere.BIRTH),
        ("What happened to Ram?", Sphere.DEATH),
        ("What does Ram play?", Sphere.PASTIME),
        ("Sita kaha kaam garchin?", Sphere.WORK),
        ("Gopal aajkal kata bascha?", Sphere.HOME),
        ("Hari ko shrimati ko ho?", Sphere.MARRIAGE),
        ("Hari lai ke man parcha?", Sphere.TASTE),
    ],
)
def test_a_question_is_about_a_sphere_in_both_languages(question: str, sphere: Sphere) -> None:
    assert sphere in question_spheres(in_both_scripts(question))


def test_what_somebody_does_for_a_living_is_no_question_about_their_home() -> None:
    assert question_spheres("What does Ram do for a living?") == {Sphere.WORK}


def test_a_question_about_a_relative_finds_their_work(scope: Scope) -> None:
    say(scope, "Nisha Thapa", "My husband is Bikram Shah.", "I work at Koshi Paints.")
    say(scope, "Nisha Thapa", "My husband works at Rapti Hydro.")

    [first, *_] = search_facts(scope, "Where does Nisha's husband work?", group_ids=["g"])

    assert "Rapti" in first.text


def test_what_others_call_somebody_is_not_their_own_name(scope: Scope) -> None:
    say(scope, "Dagny Holt", "Milo Vance works at Rapti Hydro.", "I live in Lund.")
    say(scope, "Astrid Lenz", "All the best, Mimo! That's what we always called Milo.")
    say(scope, "Astrid Lenz", "I live in Bergen.")

    assert {"Milo Vance", "Astrid Lenz", "Dagny Holt"} <= names(scope)
    assert not {"Mimo", "Milo"} & names(scope)


def test_a_speaker_is_known_as_what_they_say(scope: Scope) -> None:
    say(scope, "Balthasar Quist", "Balthasar Quist, plot 8, known to the whole street as Balle.")
    say(scope, "Astrid Lenz", "Balle works at Rapti Hydro.")

    assert ("Balthasar Quist", "WORKS_AT", "Rapti Hydro") in facts(scope)
    assert "Balle" not in names(scope)


def test_a_name_on_paper_is_the_same_person_and_no_relative(scope: Scope) -> None:
    say(scope, "Nisha Thapa", "Baje lives in Gorkha.")
    say(scope, "Nisha Thapa", "Baje is Dhanraj Thapa on paper.")

    assert "Dhanraj Thapa" in names(scope) and "Baje" not in names(scope)
    assert "PARENT_OF" not in {family for _, family, _ in facts(scope)}


def test_a_nickname_in_devanagari_is_a_person_again_later(scope: Scope) -> None:
    say(scope, "जुनकली मगर", "साथीहरू मलाई जुनु भन्छन्।")
    say(scope, "मोहन बम", "गत शनिबार म, जुनु र दीपा शाही पाथीभरा घुम्न गयौं।")

    assert "जुनु" not in names(scope)


def statements(scope: Scope, *sentences: str) -> None:
    say(scope, "Nisha Thapa", *sentences)


@pytest.mark.parametrize(
    "naming",
    ["Ana Ruiz is the treasurer.", "Ana Ruiz is treasurer of the Fjord Rowing Club."],
)
def test_a_placeholder_of_an_office_gets_the_name_of_its_holder(scope: Scope, naming: str) -> None:
    statements(scope, "The treasurer lives in Lund.", naming)

    assert ("Ana Ruiz", "LIVES_IN", "Lund") in facts(scope)
    assert not EntityRow.objects.in_scope(scope).filter(is_placeholder=True).exists()


@pytest.mark.parametrize(
    "naming", ["Ana Ruiz is the new treasurer.", "Ana Ruiz became the treasurer on 4 March 2026."]
)
def test_a_later_holder_is_not_whom_an_earlier_message_described(scope: Scope, naming: str) -> None:
    statements(scope, "The treasurer lives in Lund.", naming)

    assert ("Ana Ruiz", "LIVES_IN", "Lund") not in facts(scope)


@pytest.mark.parametrize(
    "naming",
    ["Ana Ruiz is the treasurer.", "Ana Ruiz is treasurer of the Fjord Rowing Club."],
)
def test_the_holder_of_an_office_is_found_by_position_and_by_office(
    scope: Scope, naming: str
) -> None:
    statements(scope, naming, "The treasurer lives in Lund.")

    assert ("Ana Ruiz", "LIVES_IN", "Lund") in facts(scope)


@pytest.mark.parametrize("relation", ["LIVES_IN", "MOVED_TO", "RESIDES_IN"])
def test_a_home_that_we_share_is_shared_whatever_the_relation_is_called(relation: str) -> None:
    fact = FactStatement(
        subject="Nisha", relation=relation, object="Lund", fact="…", quote="we moved to Lund"
    )

    assert shared_homes([fact], "Nisha", Families()) == [fact]
    assert shared_homes([fact.model_copy(update={"quote": "I moved"})], "Nisha", Families()) == []


def test_a_plain_name_is_never_a_placeholder(scope: Scope) -> None:
    group = {"tenant_id": scope.tenant_id, "group_id": "g", "type": "Person", "attributes": {}}
    EntityRow.objects.create(
        **group, name="treasurer", by_hand=False, is_placeholder=True, created_at=NOW
    )
    placeholder = EntityRow.objects.in_scope(scope).get()
    EntityKey.objects.bulk_create(
        EntityKey(tenant_id=scope.tenant_id, group_id="g", key=key, entity=placeholder)
        for key in keys_of("treasurer")
    )
    add_message(scope, "Ana HAS_POSITION treasurer")

    assert FactRow.objects.in_scope(scope).get().object_id != placeholder.pk
