from uuid import UUID, uuid4

import pytest
from django.db import connection

from pramana.kit.scope import Scope
from pramana.registry import candidates
from pramana.registry.candidates import CandidateRecord, NamedRecord
from pramana.registry.candidates.name_index import common_keys, hash_keys
from pramana.registry.contracts import NameKind, NameText, RecordType
from pramana.registry.models import NameEntry
from pramana.registry.services import create_record
from tests.registry.sample_records import a_person

PERSON, PLACE = RecordType.PERSON, RecordType.LOCATION


def named(*texts: str) -> list[NameText]:
    return [NameText(text, "en" if text.isascii() else "ne", NameKind.PRIMARY) for text in texts]


def put(scope: Scope, *texts: str, entity_type: RecordType = PERSON) -> UUID:
    record_id = uuid4()
    candidates.index_names(scope, record_id, entity_type, named(*texts))
    return record_id


@pytest.mark.parametrize(
    "asked",
    [
        "राम बहादुर श्रेष्ठ",
        "Ram Bahadur Shrestha",
        "Ram Shrestha",
        "Shrestha Ram Bahadur",
        "Rambahadur Shrestha",
        "Dr. Ram Bahadur Shreshtha",
        "Ram Bahadur Shresta",
        "Ram Bhadur Shrestha",
        "राम बाहादुर श्रेस्ठ",
        "R. B. Shrestha",
    ],
)
def test_a_record_is_found_however_its_name_is_written(scope, asked):
    record = put(scope, "राम बहादुर श्रेष्ठ")
    put(scope, "गीता राई")
    found = candidates.find_candidates(scope, asked, PERSON)
    assert [each.record_id for each in found] == [record]
    assert found[0].score > 0.75 and found[0].reasons and found[0].parts


def test_the_nearest_comes_first_and_what_is_far_is_no_candidate(scope):
    one, two = put(scope, "प्रमोद साह"), put(scope, "प्रमोद कुमार साह")
    put(scope, "विनोद चौधरी")
    assert [each.record_id for each in candidates.find_candidates(scope, "Pramod Sah")] == [
        one,
        two,
    ]


def test_homonyms_are_all_offered_and_the_order_is_always_the_same(scope):
    records = {put(scope, "सीता यादव") for _ in range(3)}
    first = [each.record_id for each in candidates.find_candidates(scope, "Sita Yadav")]
    assert set(first) == records and len(first) == 3
    assert [each.record_id for each in candidates.find_candidates(scope, "Sita Yadav")] == first


def test_a_record_is_offered_once_by_the_name_that_fits_best(scope):
    record = put(scope, "पुष्पकमल दाहाल", "Pushpa Kamal Dahal", "प्रचण्ड")
    found = candidates.find_candidates(scope, "Prachanda")
    assert [(each.record_id, each.name) for each in found] == [(record, "प्रचण्ड")]


def test_only_records_of_the_type_asked_for_are_offered(scope):
    person = put(scope, "जनक थापा")
    place = put(scope, "जनकपुर", "Janakpur", entity_type=PLACE)
    assert [
        each.record_id for each in candidates.find_candidates(scope, "Janak Thapa", PERSON)
    ] == [person]
    assert candidates.find_candidates(scope, "Janak Thapa", PLACE) == []
    assert place in {each.record_id for each in candidates.find_candidates(scope, "Janakpur")}


def test_a_place_is_told_from_another_of_its_name_by_what_it_is(scope):
    district = put(scope, "भक्तपुर जिल्ला", entity_type=PLACE)
    city = put(scope, "भक्तपुर नगरपालिका", entity_type=PLACE)
    found = candidates.find_candidates(scope, "Bhaktapur Municipality", PLACE)
    assert [each.record_id for each in found] == [city, district]
    assert found[0].score > 0.89 > found[1].score


def test_names_are_replaced_and_removed_as_a_whole(scope):
    record = put(scope, "पुरानो नाम")
    candidates.index_names(scope, record, PERSON, named("हरि गौतम"))
    assert candidates.find_candidates(scope, "Purano Nam") == []
    assert [each.record_id for each in candidates.find_candidates(scope, "Hari Gautam")] == [record]
    candidates.remove_names(scope, record)
    assert candidates.find_candidates(scope, "Hari Gautam") == []
    assert not NameEntry.objects.in_scope(scope).exists()


def test_a_name_of_nothing_but_signs_is_neither_kept_nor_found(scope):
    put(scope, "???", "—")
    assert candidates.find_candidates(scope, "!!!") == []
    assert candidates.find_candidates(scope, "") == []


def test_many_records_are_indexed_at_once_and_again_without_doubling(scope):
    many = [NamedRecord(uuid4(), PERSON, named(f"राम {word}")) for word in ("थापा", "राई", "ओली")]
    assert candidates.index_records(scope, many) == 3
    assert candidates.index_records(scope, many) == 3
    assert NameEntry.objects.in_scope(scope).count() == 3
    assert candidates.find_candidates(scope, "Ram Oli")[0].record_id == many[2].record_id


def test_another_tenant_finds_nothing_and_changes_nothing(scope, other_scope):
    record = put(scope, "सुशीला कार्की")
    theirs = put(other_scope, "सुशीला कार्की")
    candidates.remove_names(other_scope, record)
    candidates.index_names(other_scope, record, PERSON, named("अर्को नाम"))
    candidates.index_records(other_scope, [NamedRecord(record, PERSON, named("अर्को नाम"))])
    assert [each.record_id for each in candidates.find_candidates(scope, "Sushila Karki")] == [
        record
    ]
    assert [
        each.record_id for each in candidates.find_candidates(other_scope, "Sushila Karki")
    ] == [theirs]


def test_the_same_key_is_another_number_for_another_tenant(scope, other_scope):
    assert not set(hash_keys(scope, ["w:rm", "w:tp"])) & set(
        hash_keys(other_scope, ["w:rm", "w:tp"])
    )


def test_a_common_key_is_used_only_if_no_rare_one_finds_a_name(scope, monkeypatch):
    record = put(scope, "लक्ष्मी श्रेष्ठ")
    other = put(scope, "गोपाल श्रेष्ठ")
    number = hash_keys(scope, ["w:srst"])[0]
    monkeypatch.setattr(common_keys, "name_counts", lambda: {number: 5_000})
    found = candidates.find_candidates(scope, "Laxmi Shrestha", least=0)
    assert [each.record_id for each in found] == [record]
    alone = candidates.find_candidates(scope, "Shrestha", least=0)
    assert {each.record_id for each in alone} == {record, other}


def test_common_keys_are_what_postgresql_counted(scope, monkeypatch):
    monkeypatch.setattr("pramana.registry.candidates.name_index.TOO_MANY", 20)
    records = [NamedRecord(uuid4(), PERSON, named(f"{word} थापा")) for word in ["राम", "हरि"] * 15]
    candidates.index_records(scope, records)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE registry_nameentry")
    common_keys.forget()
    behind = common_keys.name_counts()
    common_keys.forget()
    thapa = hash_keys(scope, ["w:tp"])[0]
    assert behind[thapa] == 30
    assert hash_keys(scope, ["w:rm"])[0] not in behind


def test_looking_for_a_name_leaves_the_session_as_it_was(scope):
    put(scope, "राम थापा")
    with connection.cursor() as cursor:
        cursor.execute("SHOW enable_seqscan")
        before = cursor.fetchone()
        candidates.find_candidates(scope, "Ram Thapa")
        cursor.execute("SHOW enable_seqscan")
        assert cursor.fetchone() == before


def known(**attributes) -> CandidateRecord:
    return CandidateRecord(uuid4(), PERSON, ["राम थापा"], attributes)


def test_what_agrees_raises_the_score_and_says_so():
    silent, agreeing = known(), known(district="काठमाडौं", party={"en": "Nepali Congress"})
    asked = {"district": "काठमाडौं जिल्ला", "party": "नेपाली कांग्रेस"}
    first, second = candidates.rank_candidates("Ram Bahadur Thapa", asked, [silent, agreeing])
    assert first.record_id == agreeing.record_id and first.score > second.score
    assert first.agreeing == ("district", "party") and second.agreeing == ()
    assert "party agrees: नेपाली कांग्रेस / Nepali Congress" in first.reasons


@pytest.mark.parametrize(
    ("attribute", "one", "other"),
    [
        ("father_name", "हरि थापा", "Shyam Thapa"),
        ("district", "Jhapa", "मोरङ"),
        ("date_of_birth", "2040-01-02", "2041-01-02"),
    ],
)
def test_what_differs_lowers_the_score_and_says_so(attribute, one, other):
    asked, record = {attribute: one}, known(**{attribute: other})
    [found] = candidates.rank_candidates("Ram Thapa", asked, [record])
    [plain] = candidates.rank_candidates("Ram Thapa", None, [record])
    assert found.score < plain.score and found.differing
    assert f"differs: {one} / {other}" in found.reasons[-1]


@pytest.mark.parametrize(
    ("asked", "attributes", "agreeing"),
    [
        (
            {"position": "इन्जिनियर"},
            {"position": "Engineer, Pokhara Metropolitan City"},
            ("position",),
        ),
        ({"position": "कार्यालय प्रमुख"}, {"position": "Office chief, Land Office"}, ("position",)),
        ({"position": "site engineer"}, {"position": "Engineer"}, ("position",)),
        ({"district": "दोलखा"}, {"district": "Bagmati Province"}, ("district",)),
        ({"district": "Jiri, Dolakha"}, {"district": "दोलखा जिल्ला"}, ("district",)),
        (
            {"position": "Mayor", "organization": "चन्द्रपुर नगरपालिका"},
            {"position": "Mayor, Chandrapur Municipality"},
            ("position", "office"),
        ),
        (
            {"position": "उपप्रमुख"},
            {"position": [{"value": "Deputy Mayor"}, {"value": "Mayor", "date": "2022-05-13"}]},
            ("position",),
        ),
        ({"party": "NUP"}, {"party": "Nepal Udaya Party"}, ("party",)),
        ({"citizenship_number": "१२-३४-५६"}, {"citizenship_number": "12-34-56"}, ("identifier",)),
    ],
)
def test_attributes_are_compared_by_what_they_mean(asked, attributes, agreeing):
    [found] = candidates.rank_candidates("Ram Thapa", asked, [known(**attributes)])
    assert (found.agreeing, found.differing) == (agreeing, ())


@pytest.mark.parametrize(
    ("asked", "attributes", "differing"),
    [
        ({"position": "उपप्रमुख"}, {"position": "Mayor"}, ("position",)),
        ({"position": "former minister"}, {"position": "Judge"}, ()),
        ({"position": "beekeeper"}, {"position": "Judge"}, ()),
        ({"organization": "भूमि व्यवस्था कार्यालय"}, {"organization": "Cadastral Office"}, ()),
        ({"organization": "Land Office"}, {"organization": "Tax Office"}, ("office",)),
    ],
)
def test_only_what_cannot_both_be_true_differs(asked, attributes, differing):
    [found] = candidates.rank_candidates("Ram Thapa", asked, [known(**attributes)])
    assert found.differing == differing


def test_a_namesake_from_another_district_ranks_below():
    here, there = known(district="Syangja"), known(district="Morang")
    ranked = candidates.rank_candidates("राम थापा", {"district": "मोरङ"}, [here, there])
    assert [each.record_id for each in ranked] == [there.record_id, here.record_id]


def test_what_agrees_never_makes_one_name_into_another():
    same = {"district": "Jhapa", "father": "Hari Basnet", "party": "Congress", "position": "Mayor"}
    sister = CandidateRecord(uuid4(), PERSON, ["Sita Basnet"], same)
    [found] = candidates.rank_candidates("Gita Basnet", same, [sister])
    assert len(found.agreeing) == 4 and found.score < 0.89


def test_the_same_identifier_is_decisive_and_another_one_lowers_the_score():
    asked = {"identifiers": [{"scheme": "Citizenship", "value": "12-34"}]}
    same = known(identifiers=[{"scheme": "citizenship", "value": "१२-३४"}])
    other = known(identifiers=[{"scheme": "citizenship", "value": "99-99"}])
    first, second = candidates.rank_candidates("Ram B. Thapa", asked, [other, same])
    assert first.record_id == same.record_id and first.score >= 0.95
    assert first.agreeing == ("identifier",) and second.differing == ("identifier",)


def test_what_a_record_says_of_itself_tells_homonyms_apart(scope, other_scope):
    here, there = (
        create_record(
            scope, a_person(attributes={"district": district}), author="A", description="New"
        )
        for district in ("Kaski", "Jhapa")
    )
    found = candidates.find_candidates(scope, "Sunita Rai", PERSON, {"district": "झापा"})
    assert [each.record_id for each in found] == [there.record_id, here.record_id]
    assert found[0].agreeing == found[1].differing == ("district",)
    assert candidates.find_candidates(other_scope, "Sunita Rai", PERSON, {"district": "झापा"}) == []


def test_a_missing_attribute_changes_nothing():
    asked = {"district": "Jhapa", "shoe_size": 42}
    [found] = candidates.rank_candidates(
        "Ram Thapa", asked, [known(party="Congress", shoe_size=41)]
    )
    assert found.agreeing == found.differing == ()
