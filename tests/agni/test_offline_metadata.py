from datetime import date

import pytest

from pramana.agni.domain.document_types import CUES
from pramana.agni.domain.offline_metadata import read_metadata
from pramana.agni.prompts.metadata import DOCUMENT_TYPES

LETTER = """नेपाल सरकार
भवन तथा बाटो मन्त्रालय
सिंहदरबार, काठमाडौं
प.सं.: २०८०/८१
मिति: २०८०।०५।१२
विषय: पुल मर्मत सम्बन्धमा।
श्री जिल्ला प्रशासन कार्यालय, काभ्रे।
प्रस्तुत विषयमा त्यस जिल्लामा २०८०।०४।२० मा आएको बाढीले पुल भत्काएको जानकारी प्राप्त भएको छ। मर्मत गर्नुहोला।
"""
RELEASE = """ELECTION OFFICE OF SAMPLE TOWN
PRESS RELEASE
Voter list opens for corrections
Date: 12 May 2024

The office today opened the voter list so that residents may check their names before July.
"""
JUDGMENT = """सर्वोच्च अदालत, संयुक्त इजलास
माननीय न्यायाधीश श्री कमल प्रसाद रेग्मी
फैसला
मुद्दा: जग्गा खिचोला।
पुनरावेदक हरि माया घिमिरेले मिति २०७०।०१।०५ मा दायर गरेको यस मुद्दामा सुरु जिल्ला अदालतको निर्णय सदर हुने ठहर्छ।
इति संवत् २०७५ साल असोज २९ गते रोज २ शुभम्।
"""


def test_a_letter_tells_its_subject_office_date_and_kind():
    read = read_metadata(LETTER)

    assert read.title and read.title.value == "पुल मर्मत सम्बन्धमा"
    assert read.author and read.author.value == "भवन तथा बाटो मन्त्रालय"
    assert read.date and read.date.value == date(2023, 8, 29)
    assert read.date.quote == "२०८०।०५।१२"
    assert read.document_type.value == "official_letter"
    assert read.language and read.language.value == "ne"
    assert read.summary and read.summary.value.startswith("प्रस्तुत विषयमा")


def test_a_press_release_tells_its_headline():
    read = read_metadata(RELEASE)

    assert read.title and read.title.value == "Voter list opens for corrections"
    assert read.author and read.author.value == "ELECTION OFFICE OF SAMPLE TOWN"
    assert read.date and read.date.value == date(2024, 5, 12)
    assert read.document_type.value == "press_release"
    assert read.language and read.language.value == "en"


def test_a_judgment_is_dated_by_its_end_and_not_by_what_it_tells():
    read = read_metadata(JUDGMENT)

    assert read.date and read.date.value == date(2018, 10, 15)
    assert read.document_type.value == "judgment"
    assert read.title and read.title.value == "जग्गा खिचोला"


@pytest.mark.parametrize("text", [LETTER, RELEASE, JUDGMENT])
def test_every_value_stands_on_its_own_words(text):
    read = read_metadata(text)
    for found in (read.title, read.author, read.date, read.document_type, read.summary):
        assert found and found.quote == text[found.start : found.end]
        assert 0 < found.confidence < 1 and found.why


@pytest.mark.parametrize("text", ["", "   \n\n", "???", "१२"])
def test_a_text_that_says_nothing_is_given_nothing(text):
    read = read_metadata(text)

    assert read.title is read.author is read.date is read.summary is None
    assert read.document_type.value == "other" and read.document_type.quote is None


def test_an_inferred_value_has_no_quote():
    read = read_metadata("just some words\n")

    assert read.language and read.language.quote is None
    assert read.document_type.quote is None and read.document_type.confidence <= 0.3


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("महालेखापरीक्षकको साठीऔं वार्षिक प्रतिवेदन", "audit_report"),
        ("Audit report of the water board", "audit_report"),
        ("जाँचबुझ आयोगको प्रतिवेदन, २०४७", "investigation_report"),
        ("बजेट वक्तव्य २०८१", "budget_document"),
        ("सार्वजनिक खरिद ऐन, २०६३", "law"),
        ("Road Act, 1974", "law"),
        ("खरिद नियमावली, २०६४", "regulation"),
        ("अनुदान कार्यविधि, २०७८", "guideline"),
        ("राष्ट्रिय खानेपानी नीति, २०६६", "policy"),
        ("समझदारी पत्र", "mou"),
        ("Memorandum of Understanding on water", "mou"),
        ("सञ्चालक समितिको बैठकको निर्णय", "meeting_minutes"),
        ("रिट निवेदन", "court_case"),
        ("Interim order in the matter of the bridge", "court_order"),
        ("शिलबन्दी बोलपत्र आह्वान सम्बन्धी सूचना", "announcement"),
        ("Financial statements of the town", "financial_statement"),
        ("Annual report of the school", "report"),
    ],
)
def test_a_document_is_what_its_title_says(line, kind):
    assert read_metadata(f"{line}\n\nकेही शब्द ।\n").document_type.value == kind


def test_every_kind_is_one_the_contract_knows():
    assert CUES.keys() <= set(DOCUMENT_TYPES)


def test_hindi_is_not_called_nepali():
    read = read_metadata("यह एक पत्र है । इसमें सभी बातें लिखी गई हैं और वे सब सही हैं ।")

    assert read.language and read.language.value == "hi"


def test_the_last_office_of_a_chain_wrote_the_letter():
    text = "नेपाल सरकार\nसडक मन्त्रालय\nसडक डिभिजन कार्यालय, इलाम\nविषय: मर्मत सम्बन्धमा।\nकाम गर्नुहोला।"

    assert read_metadata(text).author.value == "सडक डिभिजन कार्यालय, इलाम"


def test_the_line_above_a_byline_is_the_headline():
    text = (
        "HILL COURIER Subscribe Log in\nSchool roof still missing, says head teacher\n"
        "Maya Thapa | Ridge Weekly\nJiri, 4 May 2026\nThe roof of the school has not come back."
    )
    read = read_metadata(text)

    assert read.title.value == "School roof still missing, says head teacher"
    assert read.author.value == "Maya Thapa"


def test_a_branch_is_no_title_and_a_spokesperson_signs_a_release():
    text = (
        "नदी संरक्षण आयोग\nसञ्चार शाखा\nबालुवा उत्खनन रोकियो\nमिति: २०८२।०८।२५\n"
        "आयोगले आजदेखि नदीको बालुवा उत्खनन रोकेको छ। यसबारे प्रतिवेदन पछि आउनेछ।\nमाया थापा\nप्रवक्ता"
    )
    read = read_metadata(text)

    assert read.title.value == "बालुवा उत्खनन रोकियो"
    assert read.document_type.value == "press_release"


def test_a_title_that_names_a_body_is_not_its_author():
    text = (
        "Audit Report: Jiri Municipality\nAudit Bureau of Dolakha (AHD), Field Division\n3 May 2026"
    )
    read = read_metadata(text)

    assert read.title.value == "Audit Report: Jiri Municipality"
    assert read.author.value.startswith("Audit Bureau")


def test_a_contract_has_the_date_and_the_first_party_of_its_opening():
    text = (
        "SUPPLY CONTRACT\nThis Contract is signed at Jiri on 3 May 2026 by Jiri Water\nBoard (the "
        '"Buyer"), and Saipal Pipes Pvt. Ltd. of Butwal, for the pipes of the second line.\n'
        "The goods arrive by 31 December 2026."
    )
    read = read_metadata(text)

    assert read.date.value == date(2026, 5, 3)
    assert read.author.value == "Jiri Water Board"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (
            "KANKAI VALLEY TRUST\nSurunga, Jhapa\nNEWS RELEASE\n3 May 2026\n"
            "Grant will reopen the Surunga Eye Centre\nThe trust said on Sunday that it "
            "will open the centre for eyes again after the rains.",
            "Grant will reopen the Surunga Eye Centre",
        ),
        (
            "DESIGN CONTRACT\nContract No. KVT/04/082-83\nThis Contract is made on 3 May 2026",
            "DESIGN CONTRACT",
        ),
        (
            "AUDIT BUREAU OF BARA\nField Audit Report\nEntity: Simara Trust\nPeriod: 2081/82\n"
            "Executive Summary\nThe books of the trust are in order but for two advances of money.",
            "Field Audit Report",
        ),
        (
            "ANNUAL REPORT\nFiscal year 2081/82\nSimara Growers Cooperative Limited\nWe grew.",
            "ANNUAL REPORT",
        ),
        (
            "LEASE AGREEMENT\nbetween\nKankai Traders Pvt. Ltd., Surunga\nand\nGita Rai, Damak",
            "LEASE AGREEMENT",
        ),
        (
            "Minutes of the tenth board meeting\nSimara Growers Limited\nPresent\n"
            "Nar Maya Rai (Chairperson)\nDev Rai (Treasurer)",
            "Minutes of the tenth board meeting",
        ),
        (
            "THE HILL HERALD\nBridge closed as hotel walls crack\nAnup Kumar Sarraf\n"
            "DAMAK, May 3, 2026\nThe bridge was closed on Sunday, and nobody can say for how long.",
            "Bridge closed as hotel walls crack",
        ),
        (
            "मेची यातायात महासंघ\nप्रेस नोट\nमिति: २०८२/११/०३\nभाडा नबढे बस नचल्ने\n"
            "महासंघले भाडा दर नबढेसम्म लामो दूरीका बस नचलाउने निर्णय गरेको जानकारी दिएको छ।",
            "भाडा नबढे बस नचल्ने",
        ),
        ("जिल्ला अदालत इलाम\nफैसला\nमुद्दा नं. ०८१-C१-०८८८\nमुद्दा: लेनदेन\nवादी: माया राई", "लेनदेन"),
    ],
)
def test_a_kind_a_number_a_period_or_a_section_is_no_title_beside_a_headline(text, title):
    assert read_metadata(text).title.value == title


@pytest.mark.parametrize(
    ("text", "author"),
    [
        ("उच्च अदालत विराटनगर\nसंयुक्त इजलास\nन्यायाधीश श्री माया राई\nफैसला", "उच्च अदालत विराटनगर"),
        ("राजस्व न्यायाधिकरण\nकाठमाडौं\nसंयुक्त इजलास\nफैसला", "राजस्व न्यायाधिकरण"),
        ("श्री जनता माध्यमिक विद्यालय\nइलाम\nविषय: दरबन्दी\nश्री शिक्षा शाखा\nथप गरिदिनुहोला।",
         "श्री जनता माध्यमिक विद्यालय"),
        ("KANKAI FINANCE LTD.\nDamak\nNotice to Borrower\nBorrower: M/s Surunga Mill",
         "KANKAI FINANCE LTD."),
        ("WORKS CONTRACT\nRepair of the Kankai Canal Project\nBETWEEN\nKankai Water Board, Jhapa, "
         "and Surunga Builders Pvt. Ltd.", "Kankai Water Board"),
        ("Proceedings of the annual meeting of Kankai Growers Association\n3 May 2026\nThe chair "
         "welcomed sixty-one members and read out the accounts of the last year.",
         "Kankai Growers Association"),
        ("IN THE DISTRICT COURT OF ILAM\nORDER\nPetitioner: Rai", "IN THE DISTRICT COURT OF ILAM"),
    ],
)  # fmt: skip
def test_the_body_that_issued_a_paper_is_its_author(text, author):
    assert read_metadata(text).author.value == author


def test_a_birth_or_a_deadline_is_not_the_date_of_a_form():
    text = "सिफारिस फाराम\nजन्म मिति: २०५९/०३/१४\nपेश गर्ने मिति: २०८२/०१/०५"

    assert read_metadata(text).date.quote == "२०८२/०१/०५"
