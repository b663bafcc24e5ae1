"""The names in a document, without its headings, labels, amounts and dates."""

import pytest

from pramana.agni.domain.name_reading import read_names
from pramana.agni.domain.name_reading.nepali import TAGGED
from pramana.agni.domain.text_lines import join_wrapped_lines
from pramana.language.tagging import MentionKind, NameMention, tag


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


@pytest.mark.parametrize(
    "text",
    [
        "4. Warranty\nThe pump carries a warranty of two years.",
        "AMONG",
        "Stock Verification",
        "Villagers say the road is bad. Commuters agree.",
        "Shops were closed for Tihar and opened after Chhath.",
        "A fair is held on Ram Jayanti.",
        "Senior Liaison Associate",
        "Our letter KTMRD/114-082 was not answered.",
        "निर्णय नं. ३: प्रस्ताव पारित गरियो।",
        "दशैं र तिहारमा कार्यालय बन्द रहन्छ।",
        "इति संवत् २०८२ साल जेठ २ गते रोज ५ शुभम्।",
        "निवेदनपत्र दर्ता भयो।",
    ],
)
def test_ordinary_words_feasts_and_numbers_of_papers_are_no_names(text: str):
    assert names(text) == {}


@pytest.mark.parametrize(
    "text",
    [
        "The Claims Department will answer within a week.",
        "Forms are sold by the Finance Section.",
        "The Bid Evaluation Committee opened the envelopes.",
        "She is a member of the Provincial Assembly.",
        "The Rural Municipality gives the land.",
        "Minutes of the Fourteenth Board Meeting",
        "Regional Office",
        "छनोट समितिको निर्णय अन्तिम हुनेछ।",
        "योजना शाखामा सम्पर्क गर्नुहोला।",
        "मूल्य केन्द्रले तोक्ने बताइयो।",
    ],
)
def test_sections_and_committees_inside_a_body_are_no_bodies(text: str):
    assert names(text) == {}


@pytest.mark.parametrize(
    "text",
    [
        "Deductions | Allowances | Remarks",
        "Item\tUnit\tRate\tAmount",
        "विवरण | परिमाण | कैफियत",
        "क्र.सं.\tनाम\tपद\tकैफियत",
    ],
)
def test_the_head_of_a_table_names_nothing(text: str):
    assert names(text) == {}


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("Area Sales Manager of Lumbini Biscuit Industries spoke.", "Lumbini Biscuit Industries"),
        ("Purchase of School Desks for Jaya Bhawani Academy", "Jaya Bhawani Academy"),
        ("The advert ran in Madi Sandesh.", "Madi Sandesh"),
        ("M/s Rapti Flour Mill, Proprietor Mr. Om Rawat", "Rapti Flour Mill"),
        ("OFFICE OF THE PUBLIC GUARDIAN\nJumla", "OFFICE OF THE PUBLIC GUARDIAN"),
        ("हिसाब मनकामना विकास बैंकमा राखिएको छ।", "मनकामना विकास बैंक"),
        ("बाली बीमा शिखर इन्स्योरेन्स लिमिटेडबाट भयो।", "शिखर इन्स्योरेन्स लिमिटेड"),
        ("अनुमति बिना सुनगाभा पर्यटन आयोजना चलाइयो।", "सुनगाभा पर्यटन आयोजना"),
        ("उनले गुनासो भूमि सुधार कार्यालयमा गरे।", "भूमि सुधार कार्यालय"),
        ("मञ्जुर नभए उच्च अदालत सुर्खेतमा जानू।", "उच्च अदालत सुर्खेत"),
        ("औषधि व्यवस्था विभागले भन्यो।", "औषधि व्यवस्था विभाग"),
        ("राजस्व न्यायाधिकरणले फैसला गर्यो।", "राजस्व न्यायाधिकरण"),
        ("महिला अधिकार मञ्च नेपालले भन्यो।", "महिला अधिकार मञ्च नेपाल"),
        ("गण्डकी होटल व्यवसायी संघले भन्यो।", "गण्डकी होटल व्यवसायी संघ"),
        ("पेस्की कञ्चन निर्माण सेवालाई दिइयो।", "कञ्चन निर्माण सेवा"),
        ("सुनकोसी महिला कृषक समूह\nबैठक", "सुनकोसी महिला कृषक समूह"),
    ],
)
def test_a_body_is_its_own_words_without_those_beside_it(text: str, body: str):
    found = names(text)

    assert [name for name, kind in found.items() if kind == "ORGANIZATION"] == [body]


@pytest.mark.parametrize(
    ("text", "person"),
    [
        ("Guarantor: Phul Maya Bhote", "Phul Maya Bhote"),
        ("Later Dilli Raj Sapkota spoke.", "Dilli Raj Sapkota"),
        ("नाम थर: सर्मिला थिङ", "सर्मिला थिङ"),
        ("बाबुको नाम: दिलमान थिङ", "दिलमान थिङ"),
        ("१. देवकी सारु – सचिव", "देवकी सारु"),
        ("घरधनी पूर्णमान शाक्य (यसपछि पहिलो पक्ष)", "पूर्णमान शाक्य"),
        ("सञ्चालक अनुपमा भट्टले भनिन्।", "अनुपमा भट्ट"),
        ("सदस्य राधिका खनालले भनिन्।", "राधिका खनाल"),
        ("संयोजक सि.अ. हरिराज पौडेलले भने।", "हरिराज पौडेल"),
    ],
)
def test_people_in_forms_lists_and_after_a_role_are_read_whole(text: str, person: str):
    assert [name for name, kind in names(text).items() if kind == "PERSON"] == [person]


def test_a_word_before_the_surname_of_someone_named_is_not_a_given_name():
    text = "वादी रामकुमार बस्नेत उपस्थित भए। सोध्दा बस्नेतले दाबी दोहोर्याए।"

    assert set(names(text)) == {"रामकुमार बस्नेत", "बस्नेत"}


SENTENCE = "सोही क्रममा रुपाकोट माध्यमिक विद्यालय पनि पुगेको बताइयो ।"


def test_running_text_trusts_a_rule_less_than_a_letter_does():
    letter = f"विषय: अनुगमन सम्बन्धमा\n\n{SENTENCE}"
    found = [read_names(text, tag(text)) for text in (SENTENCE, letter)]
    [prose], [formal] = ([each for each in names if "विद्यालय" in each.text] for names in found)

    assert prose.text == formal.text and prose.confidence < 0.8 <= formal.confidence


def test_in_running_text_a_rule_does_not_lengthen_what_the_tagger_is_sure_of():
    text = "प्रधानमन्त्री भट्टराई जत्ति बोले ।"
    start = text.index("भट्टराई")
    sure = NameMention(start, start + 7, MentionKind.PERSON, "भट्टराई", 0.99, TAGGED)
    [name] = read_names(text, [sure])

    assert (name.text, name.confidence) == ("भट्टराई", 0.95)
