"""What a document says of people and bodies right beside their names, each with its words."""

import pytest

from pramana.agni.domain.circumstances import read_circumstances
from pramana.language.tagging import MentionKind, NameMention

PERSON, BODY, PLACE = MentionKind.PERSON, MentionKind.ORGANIZATION, MentionKind.LOCATION


def circumstances(text: str, *names: tuple[str, MentionKind]) -> dict[str, str]:
    """The circumstances of the first name; the others only stand in the text."""
    mentions = [
        NameMention(text.index(name), text.index(name) + len(name), kind, name, 0.9, "")
        for name, kind in names
    ]
    ordered = sorted(mentions, key=lambda each: each.start)
    found = read_circumstances(text, ordered.index(mentions[0]), ordered)
    assert all(text[each.start : each.end].strip() for each in found.values())
    return {key: each.value for key, each in found.items()}


@pytest.mark.parametrize(
    ("text", "name", "position"),
    [
        ("Mayor Ram Thapa spoke.", "Ram Thapa", "Mayor"),
        ("Sita Rai, chair of ward 4, left.", "Sita Rai", "chair"),
        ("The team leader is Dr. Sita Rai.", "Sita Rai", "team leader"),
        ("Our site engineer, Er. Sita Rai, came.", "Sita Rai", "site engineer"),
        ("Sita Rai, 44, a former minister and central member of it", "Sita Rai", "former minister"),
        ("Sita Rai has been appointed Finance Manager.", "Sita Rai", "Finance Manager"),
        ("Yours,\nSita Rai\nManaging Director", "Sita Rai", "Managing Director"),
        ("नगर प्रमुख श्री सीता राईले भने", "सीता राई", "नगर प्रमुख"),
        ("तत्कालीन कार्यालय प्रमुख सीता राई", "सीता राई", "तत्कालीन कार्यालय प्रमुख"),
        ("शाखा अधिकृत: सीता राई", "सीता राई", "शाखा अधिकृत"),
        ("सीता राई\nप्रमुख प्रशासकीय अधिकृत\n", "सीता राई", "प्रमुख प्रशासकीय अधिकृत"),
        ("सीता राईलाई आयोजना प्रमुख पदमा नियुक्त गरियो", "सीता राई", "आयोजना प्रमुख"),
    ],
)
def test_a_position_is_read_before_and_after_a_name(text: str, name: str, position: str):
    assert position in circumstances(text, (name, PERSON))["position"]


def test_what_is_said_of_the_next_person_is_not_said_of_this_one():
    text = "Ram met Sita Rai, the Mayor."

    assert circumstances(text, ("Ram", PERSON), ("Sita Rai", PERSON)) == {}


def test_a_charge_sheet_names_home_father_office_and_age():
    text = (
        "पाल्पा जिल्ला, रामपुर नगरपालिका–४ बस्ने हरि रानाको छोरा, सडक कार्यालयका लेखापाल दिल राना, वर्ष ४१"
    )

    found = circumstances(
        text,
        ("दिल राना", PERSON),
        ("हरि राना", PERSON),
        ("पाल्पा", PLACE),
        ("रामपुर नगरपालिका", PLACE),
        ("सडक कार्यालय", BODY),
    )

    assert found == {
        "position": "लेखापाल",
        "employer": "सडक कार्यालय",
        "father": "हरि राना",
        "age": "४१",
        "district": "पाल्पा",
        "address": "पाल्पा जिल्ला, रामपुर नगरपालिका–४",
        "ward": "४",
    }


def test_an_english_list_names_the_same():
    text = (
        "Dil Rana, 41, son of Hari Rana and Maya Rana, resident of Rampur Municipality-4, Palpa, "
        "Citizenship No. 44-01-72-00123"
    )

    found = circumstances(
        text,
        ("Dil Rana", PERSON),
        ("Hari Rana", PERSON),
        ("Maya Rana", PERSON),
        ("Rampur Municipality", PLACE),
        ("Palpa", PLACE),
    )

    assert found["father"] == "Hari Rana" and found["mother"] == "Maya Rana"
    assert found["district"] == "Palpa" and found["ward"] == "4" and found["age"] == "41"
    assert found["citizenship_number"] == "44-01-72-00123"


@pytest.mark.parametrize(
    ("text", "name", "role"),
    [
        ("प्रतिवादी: सीता राई", "सीता राई", "defendant"),
        ("जाहेरवाला सीता राईले भने", "सीता राई", "complainant"),
        ("विद्वान् अधिवक्ता श्री सीता राई", "सीता राई", "lawyer"),
        ("माननीय न्यायाधीश श्री सीता राई", "सीता राई", "judge"),
        ("साक्षीहरू:\n१. सीता राई", "सीता राई", "witness"),
        ("The defendants:\n1. Sita Rai, 44", "Sita Rai", "defendant"),
        ("Plaintiff: Sita Rai", "Sita Rai", "plaintiff"),
        ("the accused Sita Rai fled", "Sita Rai", "defendant"),
    ],
)
def test_the_role_in_a_case_is_read(text: str, name: str, role: str):
    assert circumstances(text, (name, PERSON))["case_role"] == role


def test_a_party_is_read_by_its_full_or_short_name():
    text = "The Nepal Udaya Party (NUP) met. Sita Rai signed for the NUP."
    found = circumstances(text, ("Sita Rai", PERSON), ("NUP", BODY))

    assert "party" not in found, "the first NUP stands in another sentence"
    later = NameMention(text.rindex("NUP"), text.rindex("NUP") + 3, BODY, "NUP", 0.9, "")
    rai = NameMention(text.index("Sita"), text.index("Sita") + 8, PERSON, "Sita Rai", 0.9, "")
    assert read_circumstances(text, 0, [rai, later])["party"].value == "NUP"


def test_the_district_of_a_body_is_the_one_that_follows_its_name():
    text = "Himal Traders Pvt. Ltd., Bidur, Nuwakot, PAN 609912345"

    found = circumstances(
        text, ("Himal Traders Pvt. Ltd.", BODY), ("Bidur", PLACE), ("Nuwakot", PLACE)
    )

    assert found == {"district": "Nuwakot", "pan": "609912345"}


@pytest.mark.parametrize(
    ("text", "name", "position"),
    [
        ("कार्यालयका भन्सार जाँच अधिकृत सीता राईले भनिन्", "सीता राई", "भन्सार जाँच अधिकृत"),
        ("सीता राई\nपूर्वाधार अनुगमन अधिकृत\n", "सीता राई", "पूर्वाधार अनुगमन अधिकृत"),
        ("सीता राईलाई लेखा अधिकृत पदमा मिति २०८१ माघ १ गतेदेखि नियुक्त गरियो", "सीता राई", "लेखा अधिकृत"),
        ("सीता राई सोही संस्थाकी अध्यक्ष हुन्।", "सीता राई", "अध्यक्ष"),
        ("कम्पनीकी प्रबन्धक, इलाम जिल्लाकी सीता राईलाई", "सीता राई", "प्रबन्धक"),
        ("Sita Rai, head of sales, left.", "Sita Rai", "head of sales"),
        ("Ms. Sita Rai, Director of Field Studies, left.", "Sita Rai", "Director of Field Studies"),
        ("The first principal will be Sita Rai.", "Sita Rai", "first principal"),
        ("Sita Rai is a supplier.", "Sita Rai", "supplier"),
    ],
)
def test_a_position_is_read_with_the_words_that_belong_to_it(text: str, name: str, position: str):
    assert circumstances(text, (name, PERSON))["position"] == position


@pytest.mark.parametrize(
    ("text", "relative", "key"),
    [
        ("सीता राईका बुबा हर्क राई आए", "हर्क राई", "father"),
        ("Sita Rai, whose husband Hark Rai is a driver, left.", "Hark Rai", "spouse"),
        ("Sita Rai’s father, Hark Rai, left.", "Hark Rai", "father"),
    ],
)
def test_a_relative_is_read_after_the_name(text: str, relative: str, key: str):
    name = "सीता राई" if "सीता" in text else "Sita Rai"

    assert circumstances(text, (name, PERSON), (relative, PERSON))[key] == relative


def test_a_pronoun_means_the_person_named_before():
    text = "प्रतिवादी\tहर्क राई\nप्रतिवादी\tनिजकी पत्नी वर्ष ३१ की सीता राई"

    found = circumstances(text, ("सीता राई", PERSON), ("हर्क राई", PERSON))

    assert (found["spouse"], found["age"], found["case_role"]) == ("हर्क राई", "३१", "defendant")


@pytest.mark.parametrize(
    "text",
    [
        "१. सीता राई, महासचिव, इलाम\n",
        "इन्जिनियर सीता राई (इलाम) आइन्",
        "सीता राई (सदस्य, इलाम) आइन्",
    ],
)
def test_a_district_stands_in_brackets_or_at_the_end_of_an_item(text: str):
    assert circumstances(text, ("सीता राई", PERSON), ("इलाम", PLACE))["district"] == "इलाम"


def test_the_heading_of_a_lettered_list_gives_the_role():
    text = "प्रतिवादी:\n(क) इलाम बस्ने हर्क राई, वर्ष ४०\n(ख) सीता राई, वर्ष ३१"

    assert circumstances(text, ("सीता राई", PERSON))["case_role"] == "defendant"


def test_a_form_gives_its_relatives_to_the_person_it_is_about():
    text = "नाम थर: सर्मिला थिङ\nबाबुको नाम: दिलमान थिङ\nआमाको नाम: माया थिङ\n"
    people = [("दिलमान थिङ", PERSON), ("सर्मिला थिङ", PERSON), ("माया थिङ", PERSON)]

    assert circumstances(text, *people) == {}
    assert circumstances(text, people[1], people[0], people[2])["mother"] == "माया थिङ"


def test_a_position_begins_after_what_is_said_elsewhere():
    assert (
        circumstances("मेचीका तर्फबाट सञ्चालक माया राई", ("माया राई", PERSON))["position"] == "सञ्चालक"
    )


BODIES = {"Tamor Municipality": BODY, "तमोर नगरपालिका": BODY}


@pytest.mark.parametrize(
    ("text", "position", "term"),
    [
        ("Dev Limbu, Mayor of Tamor Municipality 2074–2079, said", "Mayor", "2074–2079"),
        ("Dev Limbu, Mayor from 2074 to 2079, said", "Mayor", "from 2074 to 2079"),
        ("the then Mayor Dev Limbu signed", "then Mayor", None),
        ("Dev Limbu, then Mayor of Tamor Municipality, signed", "then Mayor", None),
        ("ex-Mayor Dev Limbu was heard", "ex-Mayor", None),
        ("former Mayor (2017–2022) Dev Limbu was heard", "former Mayor", "2017–2022"),
        ("Dev Limbu, who was Mayor until May 2022, left", "Mayor", "until May 2022"),
        ("Dev Limbu served as Mayor of Tamor Municipality until 2078.", "Mayor", "until 2078"),
        ("Dev Limbu, Mayor, said the road was built from 2074 to 2079.", "Mayor", None),
        ("पूर्वमेयर देव लिम्बूले भने", "पूर्वमेयर", None),
        ("निवर्तमान नगर प्रमुख देव लिम्बूले भने", "निवर्तमान नगर प्रमुख", None),
        (
            "२०७४ देखि २०७९ सम्म तमोर नगरपालिकाका नगर प्रमुख रहेका देव लिम्बूले भने",
            "नगर प्रमुख",
            "२०७४ देखि २०७९ सम्म",
        ),
        ("देव लिम्बू २०७८ सालसम्म तमोर नगरपालिकाका नगर प्रमुख थिए।", "नगर प्रमुख", "२०७८ सालसम्म"),
        ("नगर प्रमुख (वि.सं. २०७४–२०७९) देव लिम्बूले भने", "नगर प्रमुख", "वि.सं. २०७४–२०७९"),
        ("नगर प्रमुख देव लिम्बूले २०७४ देखि २०७९ सम्मको हिसाब बुझाए", "नगर प्रमुख", None),
    ],
)  # fmt: skip
def test_the_time_of_an_office_is_read_beside_it(text: str, position: str, term: str | None):
    name = "Dev Limbu" if "Dev" in text else "देव लिम्बू"
    bodies = [(each, kind) for each, kind in BODIES.items() if each in text]
    found = circumstances(text, (name, PERSON), *bodies)
    assert (found["position"], found.get("term")) == (position, term)
