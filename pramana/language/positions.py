"""Positions that people hold, in both languages, and which of them mean the same.

Each line gives a position and the ways to write it. Positions are compared by these lines:
"Engineer, Pokhara Metropolitan City" and इन्जिनियर are one position, Mayor and Deputy Mayor are not.
"""

import re
from functools import cache

from pramana.language.names.normalisation import normalise
from pramana.language.tagging.words import sound

POSITIONS = """
president: President, राष्ट्रपति
vice president: Vice President, उपराष्ट्रपति
prime minister: Prime Minister, प्रधानमन्त्री
deputy prime minister: Deputy Prime Minister, उपप्रधानमन्त्री
chief minister: Chief Minister, मुख्यमन्त्री
minister: Minister, State Minister, मन्त्री, राज्यमन्त्री, गृहमन्त्री, अर्थमन्त्री, शिक्षामन्त्री, परराष्ट्रमन्त्री
minister: रक्षामन्त्री, स्वास्थ्यमन्त्री, ऊर्जामन्त्री, कृषिमन्त्री, कानुनमन्त्री, सहायकमन्त्री
speaker: Speaker, सभामुख
deputy speaker: Deputy Speaker, उपसभामुख
member of parliament: Member of Parliament, MP, Lawmaker, Parliamentarian, सांसद, सभासद, संसद सदस्य
member of provincial assembly: Provincial Assembly Member, Member of the Provincial Assembly
member of provincial assembly: प्रदेशसभा सदस्य, प्रदेश सभा सदस्य
governor: Governor, गभर्नर
provincial chief: Province Chief, प्रदेश प्रमुख
ambassador: Ambassador, राजदूत
mayor: Mayor, Municipal Chief, मेयर, नगरप्रमुख, नगर प्रमुख
deputy mayor: Deputy Mayor, Vice Mayor, Deputy Municipal Chief, उपमेयर, उपप्रमुख, नगर उपप्रमुख
deputy mayor: नगरउपप्रमुख
chairperson: Chairperson, Chairman, Chairwoman, Chair, अध्यक्ष, सभापति
vice chairperson: Vice Chairperson, Vice Chairman, Vice Chair, Vice-chair, Deputy Chairperson
vice chairperson: उपाध्यक्ष, उपसभापति
ward chairperson: Ward Chairperson, Ward Chair, Ward Chairman, Ward President, वडाध्यक्ष, वडा अध्यक्ष
ward member: Ward Member, वडा सदस्य
member: Member, सदस्य
central member: Central Member, Central Committee Member, केन्द्रीय सदस्य, केन्द्रिय सदस्य
member secretary: Member Secretary, Member-Secretary, सदस्य सचिव, सदस्य-सचिव, सदस्यसचिव
coordinator: Coordinator, Co-ordinator, Convener, Convenor, संयोजक
secretary: Secretary, सचिव
joint secretary: Joint Secretary, Joint-Secretary, सहसचिव
under secretary: Under Secretary, Under-Secretary, Undersecretary, उपसचिव
chief secretary: Chief Secretary, मुख्य सचिव, मुख्यसचिव
general secretary: General Secretary, Secretary General, महासचिव, महामन्त्री
treasurer: Treasurer, कोषाध्यक्ष
section officer: Section Officer, शाखा अधिकृत
chief administrative officer: Chief Administrative Officer, Chief Administration Officer
chief administrative officer: प्रमुख प्रशासकीय अधिकृत
chief district officer: Chief District Officer, CDO, प्रमुख जिल्ला अधिकारी, प्रजिअ
administrative officer: Administrative Officer, प्रशासकीय अधिकृत
tax officer: Tax Officer, Revenue Officer, कर अधिकृत, राजस्व अधिकृत
information officer: Information Officer, सूचना अधिकारी, सूचना अधिकृत
officer: Officer, अधिकृत, अधिकारी
office chief: Office Chief, Office Head, Chief of Office, Head of Office, कार्यालय प्रमुख
branch chief: Branch Chief, Section Chief, Branch Manager, Branch Head, शाखा प्रमुख, शाखा प्रबन्धक
division chief: Division Chief, महाशाखा प्रमुख, डिभिजन प्रमुख
project chief: Project Chief, Project Head, आयोजना प्रमुख, परियोजना प्रमुख
project director: Project Director, आयोजना निर्देशक
project manager: Project Manager, परियोजना प्रबन्धक, आयोजना व्यवस्थापक
chief: Chief, Head, Incharge, In-charge, प्रमुख
director: Director, निर्देशक, सञ्चालक, संचालक
director general: Director General, Director-General, महानिर्देशक
deputy director general: Deputy Director General, उपमहानिर्देशक
executive director: Executive Director, कार्यकारी निर्देशक
managing director: Managing Director, MD, प्रबन्ध निर्देशक, प्रबन्ध सञ्चालक
deputy director: Deputy Director, उपनिर्देशक
chief executive officer: Chief Executive Officer, CEO, Chief Executive, प्रमुख कार्यकारी अधिकृत
chief executive officer: कार्यकारी प्रमुख, सीईओ
chief financial officer: Chief Financial Officer, CFO, Finance Chief, वित्त प्रमुख, वित्तीय प्रमुख
general manager: General Manager, महाप्रबन्धक
deputy general manager: Deputy General Manager, DGM, उपमहाप्रबन्धक
manager: Manager, प्रबन्धक, व्यवस्थापक
finance manager: Finance Manager, वित्त प्रबन्धक
proprietor: Proprietor, Owner, प्रोप्राइटर, धनी, मालिक
entrepreneur: Businessman, Businesswoman, Businessperson, Entrepreneur, Industrialist, व्यवसायी
entrepreneur: उद्योगी, उद्योगपति
contractor: Contractor, ठेकेदार, निर्माण व्यवसायी
consultant: Consultant, Adviser, Advisor, सल्लाहकार, परामर्शदाता
spokesperson: Spokesperson, Spokesman, Spokeswoman, प्रवक्ता, सहप्रवक्ता
judge: Judge, Justice, न्यायाधीश
chief justice: Chief Justice, प्रधानन्यायाधीश, प्रधान न्यायाधीश
chief judge: Chief Judge, मुख्य न्यायाधीश
lawyer: Lawyer, Advocate, Attorney, Solicitor, Legal Counsel, अधिवक्ता, वकिल, वकील, कानुन व्यवसायी
senior advocate: Senior Advocate, वरिष्ठ अधिवक्ता
attorney general: Attorney General, महान्यायाधिवक्ता
government attorney: Government Attorney, District Attorney, Public Prosecutor, Prosecutor
government attorney: Assistant Attorney, Deputy Attorney, उपन्यायाधिवक्ता, सहन्यायाधिवक्ता
government attorney: सहायक न्यायाधिवक्ता, न्यायाधिवक्ता, सरकारी वकिल, जिल्ला न्यायाधिवक्ता
registrar: Registrar, Bench Officer, रजिस्ट्रार, इजलास अधिकृत, स्रेस्तेदार
commissioner: Commissioner, आयुक्त
chief commissioner: Chief Commissioner, Chief Election Commissioner, प्रमुख आयुक्त, प्रमुख निर्वाचन आयुक्त
auditor general: Auditor General, महालेखापरीक्षक
auditor: Auditor, लेखापरीक्षक
returning officer: Returning Officer, Election Officer, निर्वाचन अधिकृत
engineer: Engineer, इन्जिनियर, इञ्जिनियर, ईन्जिनियर, इन्जिनीयर
site engineer: Site Engineer, साइट इन्जिनियर
senior engineer: Senior Divisional Engineer, Senior Engineer, सिनियर डिभिजनल इन्जिनियर
senior engineer: वरिष्ठ इन्जिनियर
sub engineer: Sub Engineer, Sub-engineer, Overseer, Assistant Sub-engineer, सब इन्जिनियर, सबइन्जिनियर
sub engineer: ओभरसियर, खरदार
team leader: Team Leader, टोली नेता, टोली प्रमुख
surveyor: Surveyor, Amin, अमिन, सर्भेक्षक, सर्वेक्षक
quantity surveyor: Quantity Surveyor
architect: Architect, वास्तुविद्, आर्किटेक्ट
hydrologist: Hydrologist, जलविज्ञ
geologist: Geologist, भूगर्भविद्
economist: Economist, अर्थशास्त्री, अर्थविद्
scientist: Scientist, Researcher, वैज्ञानिक, अनुसन्धानकर्ता
specialist: Specialist, Expert, विशेषज्ञ, विज्ञ
technician: Technician, Lab Technician, प्राविधिक
accountant: Accountant, Account Officer, Accounts Officer, लेखापाल, लेखा अधिकृत
subba: Nayab Subba, ना.सु., नायब सुब्बा, नासु
clerk: Clerk, Assistant, Office Assistant, Secretary Assistant, सहायक, कार्यालय सहायक, कम्प्युटर अपरेटर
storekeeper: Storekeeper, Store Keeper, भण्डारपाल, जिन्सी
doctor: Doctor, Physician, Surgeon, चिकित्सक, डाक्टर, शल्यचिकित्सक
nurse: Nurse, Staff Nurse, ANM, नर्स, अनमी
health worker: Health Assistant, Health Worker, स्वास्थ्यकर्मी, हेल्थ असिस्टेन्ट
medical superintendent: Medical Superintendent, मेडिकल सुपरिटेन्डेन्ट
headteacher: Headmaster, Head Teacher, Headteacher, Principal, प्रधानाध्यापक, प्रधान अध्यापक, प्राचार्य
teacher: Teacher, Lecturer, शिक्षक, शिक्षिका, अध्यापक
professor: Professor, Associate Professor, Assistant Professor, प्राध्यापक, सहप्राध्यापक, उपप्राध्यापक
campus chief: Campus Chief, क्याम्पस प्रमुख
vice chancellor: Vice Chancellor, Vice-Chancellor, उपकुलपति
chancellor: Chancellor, कुलपति
journalist: Journalist, Reporter, Correspondent, पत्रकार, संवाददाता
editor: Editor, Editor-in-Chief, Chief Editor, सम्पादक, प्रधान सम्पादक
writer: Writer, Author, लेखक, साहित्यकार
artist: Artist, Singer, Actor, Actress, कलाकार, गायक, गायिका
farmer: Farmer, किसान, कृषक
police inspector: Inspector, Police Inspector, निरीक्षक, प्रहरी निरीक्षक
superintendent of police: Superintendent of Police, SP, Police Superintendent, प्रहरी उपरीक्षक, एसपी
deputy superintendent of police: Deputy Superintendent of Police, DSP, प्रहरी नायब उपरीक्षक, डीएसपी
inspector general of police: Inspector General of Police, Inspector General, IGP, प्रहरी महानिरीक्षक
inspector general of police: महानिरीक्षक
deputy inspector general: Deputy Inspector General, DIG, प्रहरी नायब महानिरीक्षक
sub inspector: Sub Inspector, Sub-inspector, प्रहरी नायब निरीक्षक, सई
constable: Constable, प्रहरी जवान, जवान
army officer: Colonel, Major, Captain, Brigadier General, Lieutenant, कर्णेल, महासेनानी, सेनानी, मेजर
army officer: सहसेनानी
chief of army staff: Chief of Army Staff, प्रधानसेनापति, प्रधान सेनापति
representative: Representative, Delegate, प्रतिनिधि, जनप्रतिनिधि
candidate: Candidate, उम्मेदवार
leader: Leader, Party Leader, नेता, नेतृ
cadre: Cadre, Activist, कार्यकर्ता
chief whip: Chief Whip, Whip, प्रमुख सचेतक, सचेतक
planner: Planner, Planning Officer, योजना अधिकृत, योजनाविद्
instructor: Trainer, Coach, Captain of the team, प्रशिक्षक
administrator: Administrator, Superintendent, Supervisor, प्रशासक, सुपरभाइजर
driver: Driver, चालक
social mobiliser: Social Mobilizer, Social Mobiliser, सामाजिक परिचालक
receiver: Trustee, Guardian, संरक्षक
founder: Founder, संस्थापक
dean: Dean, डीन
lawmaker: Assembly Member, Council Member, Executive Member, कार्यपालिका सदस्य
communications officer: Communications Officer, Media Officer, Public Relations Officer
communications officer: Press Adviser, Press Advisor, प्रेस सल्लाहकार, सञ्चार अधिकृत
procurement officer: Procurement Officer, खरिद अधिकृत
planning commissioner: Vice-chairperson of the Planning Commission
legal officer: Legal Officer, Law Officer, कानुन अधिकृत
education officer: Education Officer, शिक्षा अधिकृत
health coordinator: Health Coordinator, स्वास्थ्य संयोजक
forest officer: Forest Officer, Ranger, Divisional Forest Officer, रेन्जर, वन अधिकृत, डिभिजनल वन अधिकृत
office assistant: Office Helper, Peon, कार्यालय सहयोगी, सहयोगी, पियन
in-charge: Site Incharge, Site In-charge, इन्चार्ज, साइट इन्चार्ज
supplier: Supplier, Vendor, आपूर्तिकर्ता
trader: Trader, Merchant, Shopkeeper, व्यापारी, पसले
operator: Operator, Plant Operator, अपरेटर
environmentalist: Environmentalist, Conservationist, वातावरणविद्, संरक्षणकर्मी
medical officer: Medical Officer, मेडिकल अधिकृत, चिकित्सा अधिकृत
investigation officer: Investigation Officer, Investigating Officer, अनुसन्धान अधिकृत
audit officer: Audit Officer, लेखापरीक्षण अधिकृत
human resources officer: HR Officer, Human Resources Officer, HR Manager, Human Resources Manager
human resources officer: मानव संसाधन अधिकृत
head of department: Head of Department, Department Head, विभागीय प्रमुख, विभाग प्रमुख
deputy: Deputy
pharmacist: Pharmacist, फार्मासिस्ट, फार्मेसी सहायक
cashier: Cashier, Teller, खजाञ्ची
mechanic: Mechanic, Electrician, Plumber, Welder, मेकानिक, मिस्त्री, प्लम्बर, इलेक्ट्रिसियन
mason: Mason, Carpenter, डकर्मी, सिकर्मी
guard: Security Guard, Watchman, सुरक्षा गार्ड, पाले, चौकीदार
worker: Labourer, Laborer, Porter, मजदुर, श्रमिक, ज्यामी, भरिया
librarian: Librarian, पुस्तकालयाध्यक्ष
notary: Notary, Notary Public, नोटरी पब्लिक
translator: Translator, Interpreter, अनुवादक, दोभाषे
valuer: Valuer, Appraiser, मूल्याङ्कनकर्ता
programmer: Programmer, Software Developer, प्रोग्रामर
photographer: Photographer, Photojournalist, फोटो पत्रकार
analyst: Analyst, विश्लेषक
priest: Priest, पुजारी, पुरोहित
housewife: Housewife, Homemaker, गृहिणी
veterinarian: Veterinarian, Vet, पशु चिकित्सक, भेटेरिनरी डाक्टर
midwife: Midwife, Health Volunteer, स्वयंसेविका, महिला स्वास्थ्य स्वयंसेविका
country director: Country Director, Country Manager, Country Representative
"""
NEPALI_QUALIFIERS = """
पूर्व तत्कालीन निवर्तमान कार्यवाहक निमित्त का.मु. वरिष्ठ कनिष्ठ प्रमुख उप सह सहायक नायब अतिरिक्त मुख्य महा
कार्यकारी प्रशासकीय केन्द्रीय प्रादेशिक प्रदेश जिल्ला नगर गाउँपालिका वडा कार्यालय शाखा महाशाखा आयोजना परियोजना
इजलास कर लेखा योजना सूचना शिक्षा स्वास्थ्य कृषि खरिद राजस्व निर्वाचन प्राविधिक वित्त कानुन प्रहरी प्रबन्ध क्याम्पस
संस्थापक सदस्य टोली साइट डिभिजनल सिनियर सब कम्प्युटर सामाजिक प्रेस राष्ट्रिय संघीय विभागीय
"""
"""Words before the head of a Nepali position that belong to it: कर अधिकृत, कार्यालय प्रमुख."""

FORMER_WORDS = """
former formerly ex then late past previous erstwhile outgoing retired
पूर्व भूतपूर्व तत्कालीन निवर्तमान स्वर्गीय सेवानिवृत्त अवकाशप्राप्त
"""
"""Words that say that an office was held before."""

TIME_WORDS = """
acting interim newly elected appointed incumbent current present कार्यवाहक निमित्त का.मु.
"""
"""Other words that say when an office was held, not which."""

_FORMER_WORDS = frozenset(map(normalise, FORMER_WORDS.split()))
_TIME_WORDS = _FORMER_WORDS | frozenset(map(normalise, TIME_WORDS.split()))
_GLUED = re.compile(r"(?<!\S)(?P<time>भूतपूर्व|पूर्व|तत्कालीन|निवर्तमान)(?=[\u0904-\u0939])")
"""A word of time that is written as one with its position: पूर्वमन्त्री."""

SOLE_OFFICES = frozenset(
    (
        *("president", "vice president", "prime minister", "chief minister", "speaker"),
        *("deputy speaker", "governor", "provincial chief", "mayor", "deputy mayor", "chairperson"),
        *("vice chairperson", "chief secretary", "chief administrative officer", "treasurer"),
        *("chief district officer", "office chief", "director general", "executive director"),
        *("managing director", "chief executive officer", "general manager", "chief justice"),
        *("attorney general", "auditor general", "inspector general of police", "dean"),
        *("chief of army staff", "vice chancellor", "chancellor", "campus chief", "headteacher"),
        *("chief commissioner", "member secretary", "medical superintendent", "project chief"),
        *("chief judge", "registrar", "project director"),
    )
)
"""Offices that one person at a time holds in a body."""


def position_meanings(text: str) -> frozenset[str]:
    """The positions that a text names, each by the first word of its line above.

    >>> sorted(position_meanings("Engineer, Pokhara Metropolitan City"))
    ['engineer']
    >>> sorted(position_meanings("तत्कालीन कार्यालय प्रमुख")), sorted(position_meanings("Deputy Mayor"))
    (['office chief'], ['deputy mayor'])
    """
    words = [sound(word) for word in _position_text(text).replace("-", " ").split()]
    found, at = set(), 0
    table, longest = _by_words()
    while at < len(words):
        for size in range(min(longest, len(words) - at), 0, -1):
            if meaning := table.get(tuple(words[at : at + size])):
                found.add(meaning)
                at += size
                break
        else:
            at += 1
    return frozenset(found)


def same_position(one: str, other: str) -> bool | None:
    """Whether two texts name the same position; None if one of them names none we know.

    >>> same_position("इन्जिनियर", "Engineer, Pokhara"), same_position("Mayor", "Deputy Mayor")
    (True, False)
    """
    ours, theirs = position_meanings(one), position_meanings(other)
    if not (ours and theirs):
        return None
    return bool(ours & theirs) or any(_is_kind_of(a, b) for a in ours for b in theirs)


def is_past_position(text: str) -> bool:
    """Whether the text says that the office was held at another time: former, acting, तत्कालीन."""
    return any(word in _TIME_WORDS for word in _position_text(text).split())


def is_former_position(text: str) -> bool:
    """Whether the text says that the office was held before.

    >>> [is_former_position(text) for text in ("ex-Mayor", "पूर्वमन्त्री", "Acting Director")]
    [True, True, False]
    """
    return any(word in _FORMER_WORDS for word in _position_text(text).split())


def _position_text(text: str) -> str:
    return _GLUED.sub(r"\g<time> ", normalise(text))


@cache
def position_words(script: str) -> tuple[str, ...]:
    """Every way to write a position in a script ("en" or "ne"), longest first."""
    ways = {way for _, way in _lines() if way.isascii() == (script == "en")}
    return tuple(sorted(ways, key=len, reverse=True))


def _is_kind_of(one: str, other: str) -> bool:
    """A site engineer is an engineer; a deputy mayor is no mayor."""
    short, long = sorted((one.split(), other.split()), key=len)
    return len(short) < len(long) and long[-len(short) :] == short and long[0] in _SAME_RANK


_SAME_RANK = frozenset(
    ("site", "senior", "quantity", "project", "branch", "division", "central", "managing",
     "executive", "finance", "section", "tax", "information", "administrative", "communications",
     "procurement", "legal", "education", "forest", "planning", "office", "party")
)  # fmt: skip
"""First words that say which kind it is, not another rank."""


def _lines() -> list[tuple[str, str]]:
    pairs = []
    for line in POSITIONS.strip().splitlines():
        meaning, _, ways = line.partition(": ")
        pairs += [(meaning, way.strip()) for way in ways.split(",")]
    return pairs


@cache
def _by_words() -> tuple[dict[tuple[str, ...], str], int]:
    table: dict[tuple[str, ...], str] = {}
    for meaning, way in _lines():
        words = re.split(r"[\s-]+", normalise(way))
        table.setdefault(tuple(map(sound, words)), meaning)
    return table, max(map(len, table))
