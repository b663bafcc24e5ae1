"""The names in a document, without its headings, labels, amounts and dates."""

import pytest

from pramana.agni.domain.name_reading import read_names
from pramana.agni.domain.text_lines import join_wrapped_lines
from pramana.language.tagging import tag


def names(text: str) -> dict[str, str]:
    joined = join_wrapped_lines(text)
    return {each.text: each.kind.value for each in read_names(joined, tag(joined))}


@pytest.mark.parametrize(
    "text",
    [
        "PRESS RELEASE\nFor immediate release",
        "Head Office\nMedia contact:",
        "Payment of NPR 4,260,000 in Kartik 2082",
        "GRANT AGREEMENT\nWitnesses:",
        "मिति: २०८२/०४/१२\nविषय:",
        "रु. ३,४५,६७,८९०।– भुक्तानी",
        "केन्द्रीय कार्यालय",
        "प्रतिवादीहरूको विवरण:",
    ],
)
def test_headings_labels_amounts_and_dates_are_no_names(text: str):
    assert names(text) == {}


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("It goes to Himshikhar Tea Pvt. Ltd. today.", "Himshikhar Tea Pvt. Ltd.", "ORGANIZATION"),
        ("the Sunkoshi Power Programme goes on", "Sunkoshi Power Programme", "ORGANIZATION"),
        ("of the Office of the Guardian, Jumla.", "Office of the Guardian", "ORGANIZATION"),
        ("at the District Police Office, Sunsari.", "District Police Office", "ORGANIZATION"),
        ("a deal between NEA and Sahara Bank today", "Sahara Bank", "ORGANIZATION"),
        ("held at Kakarbhitta since Monday", "Kakarbhitta", "LOCATION"),
        ("Waling Municipality-4, Syangja", "Waling Municipality", "LOCATION"),
        ("Contact: Rosani Sherchan, Communications Officer", "Rosani Sherchan", "PERSON"),
        ("By Sagun Tumbahangphe\nDharan", "Sagun Tumbahangphe", "PERSON"),
        ("मालपोत तथा भूमि सुधार विभागले भन्यो", "मालपोत तथा भूमि सुधार विभाग", "ORGANIZATION"),
        ("उक्त रकम कर्णाली विकास बैंक लिमिटेडमा छ", "कर्णाली विकास बैंक लिमिटेड", "ORGANIZATION"),
        ("दमाचौर खानेपानी आयोजनाबारे छलफल", "दमाचौर खानेपानी आयोजना", "ORGANIZATION"),
        ("वडा नं. ६ ढुङ्गेगाउँमा बैठक", "ढुङ्गेगाउँ", "LOCATION"),
        ("वालिङ न.पा. को बैठक", "वालिङ न.पा.", "LOCATION"),
        ("अध्यक्ष श्री दीपक खड्काले भने", "दीपक खड्का", "PERSON"),
        ("सचिव दीपक खड्कासँग भेट", "दीपक खड्का", "PERSON"),
        ("अध्यक्ष श्री तिलक खडका", "तिलक खडका", "PERSON"),
        ("अध्यक्ष श्री तिलक खडकाले भने", "तिलक खडका", "PERSON"),
        ("प्रवक्ता सुदन महर्जनविरुद्ध मुद्दा", "सुदन महर्जन", "PERSON"),
    ],
)  # fmt: skip
def test_a_name_is_read_whole_and_of_its_kind(text: str, name: str, kind: str):
    assert names(text).get(name) == kind, names(text)


def test_a_name_that_a_line_break_divides_is_one():
    text = (
        "The council heard on Monday from the new engineer, Mr. Mohan\n"
        "Raj Shrestha, that the road to the school will be finished by\n"
        "the end of the month and that it will cost less than planned."
    )

    assert names(text).get("Mohan Raj Shrestha") == "PERSON"


def test_lines_of_a_letterhead_are_not_joined():
    text = "Sahara Bank Limited\nHead Office\n\nA long first line of the text that fills the page."

    assert join_wrapped_lines(text) == text


def test_a_run_of_capitals_without_end_is_no_name():
    assert all(len(name) <= 150 for name in names("Abcd Efgh " * 300))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The board named Ms. Purnima\nDevi Rauniyar, its auditor.", "Purnima Devi Rauniyar"),
        ("The permit was held by Dr. Saskia van\nder Meer, a guest.", "Saskia van der Meer"),
        ("The fees are paid to Saipal Savings\nBank Limited.", "Saipal Savings Bank Limited"),
        ("It was read by the clerk Mr. Tek\nRaj Bhusal on Monday.", "Tek Raj Bhusal"),
        ("बैठकमा वडाको तर्फबाट खगेन्द्र\nबहादुर चन्दले भाग लिए।", "खगेन्द्र\nबहादुर चन्द"),
        ("NORTHERN HERB GROWERS\nASSOCIATION\nPRESS RELEASE", "NORTHERN HERB GROWERS ASSOCIATION"),
    ],
)
def test_a_name_that_a_line_break_splits_is_whole(text: str, name: str):
    assert name.replace("\n", " ") in {" ".join(each.split()) for each in names(text)}


@pytest.mark.parametrize(
    "text",
    [
        "Bridge opens at last in Jiri\nSaipal Builders finished the work on Monday.",
        "Yours sincerely,\nMaya Devi Rana\nField Director\ncc: Accounts",
        "Tara Rai, member of Ilam\nDev Rai, member of Jumla",
    ],
)
def test_headlines_signatures_and_items_of_a_list_are_not_joined(text: str):
    assert join_wrapped_lines(text) == text


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("टोली भोलि दमौली पुग्ने कार्यक्रम छ।", "दमौली", "LOCATION"),
        ("They met at Damauli yesterday.", "Damauli", "LOCATION"),
        ("बालुवा सुन्तली खोलाबाट ल्याइयो।", "सुन्तली खोला", "LOCATION"),
        ("जल तथा भू-उपयोग मन्त्रालयले भन्यो।", "जल तथा भू-उपयोग मन्त्रालय", "ORGANIZATION"),
        (
            "भनी केन्द्रीय माटो परीक्षण प्रयोगशालाको राय छ।",
            "केन्द्रीय माटो परीक्षण प्रयोगशाला",
            "ORGANIZATION",
        ),
        ("It was Hands Together Nepal that paid.", "Hands Together Nepal", "ORGANIZATION"),
    ],
)
def test_towns_streams_and_joined_words_belong_to_names(text: str, name: str, kind: str):
    assert names(text).get(name) == kind


@pytest.mark.parametrize(
    "text",
    [
        "She works as Field Engineer.",
        "He is the Human Resources Manager.",
        "Published at 17:05 NPT",
        "ADVERTISEMENT",
        "कार्यदलको सचिवालयमा बुझाउनू।",
    ],
)
def test_positions_web_furniture_and_general_offices_are_no_names(text: str):
    assert names(text) == {}
