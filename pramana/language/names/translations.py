"""Words in the names of organisations, places and projects that are translated.

अर्थ मन्त्रालय and Ministry of Finance have no sound in common. Each line gives the English word for
a meaning and then the other ways to write it in both languages.
"""

from functools import lru_cache

from pramana.language.names.normalisation import NamedEntityType, normalise

DIRECTIONS = """
east: eastern, पूर्व, पूर्वी, पुर्व, पुर्वी
west: western, पश्चिम, पश्चिमी, पश्चिमाञ्चल
north: northern, उत्तर, उत्तरी
south: southern, दक्षिण, दक्षिणी
central: केन्द्रीय, केन्द्रिय, केन्द्र, centre, center
upper: माथिल्लो, अप्पर
lower: तल्लो
new: नयाँ, नया
old: पुरानो
"""
ORGANISATIONS = """
ministry: मन्त्रालय, mantralaya
department: विभाग, dept
office: कार्यालय, karyalaya
bank: बैंक, बैङ्क, बैंङ्क
school: विद्यालय, पाठशाला, vidyalaya, bidyalaya, स्कुल, स्कूल
secondary: माध्यमिक, madhyamik, मावि
primary: प्राथमिक, आधारभूत, basic
campus: क्याम्पस
college: कलेज
university: विश्वविद्यालय, bishwavidyalaya
hospital: अस्पताल, aspatal
court: अदालत, adalat
supreme: सर्वोच्च
high: उच्च
special: विशेष
commission: आयोग
committee: समिति, samiti
council: परिषद्, परिषद, परिषत्, parishad
party: पार्टी, दल, dal
association: संघ, सङ्घ, sangh, chamber, चेम्बर
federation: महासंघ, महासङ्घ, mahasangh
union: युनियन, एकता, unity, ekata
front: मोर्चा, morcha
forum: फोरम, मञ्च, manch
movement: आन्दोलन, andolan
foundation: प्रतिष्ठान, फाउन्डेसन, pratisthan
trust: कोष, ट्रस्ट, गुठी, fund
corporation: संस्थान, निगम, nigam
institution: संस्था, institute, इन्स्टिच्युट, sanstha
authority: प्राधिकरण, pradhikaran
board: बोर्ड
centre: केन्द्र, center, kendra
secretariat: सचिवालय
embassy: राजदूतावास, दूतावास
cooperative: सहकारी, sahakari
police: प्रहरी, prahari
army: सेना, sena
company: कम्पनी
bureau: ब्युरो
branch: शाखा
division: डिभिजन, महाशाखा
directorate: निर्देशनालय
parliament: संसद, sansad
assembly: सभा, sabha
house: सदन
government: सरकार, sarkar
nepal: नेपाल
national: राष्ट्रिय, राष्ट्रीय, rastriya, rashtriya
nationalist: राष्ट्रवादी, rastrabadi, rashtrawadi
federal: संघीय, सङ्घीय, sanghiya
democratic: लोकतान्त्रिक, प्रजातान्त्रिक, प्रजातन्त्र, democracy, loktantrik, prajatantrik
communist: कम्युनिष्ट, कम्युनिस्ट
socialist: समाजवादी, samajbadi, samajwadi
people: जनता, जन, peoples, janata, jana
workers: मजदुर, मजदूर, worker, labour, labor, श्रम, श्रमिक
peasants: किसान, peasant, farmers, farmer, कृषक, kisan
citizen: नागरिक, citizens, nagarik
independent: स्वतन्त्र, swatantra
unified: एकीकृत, united, संयुक्त, एमाले
maoist: माओवादी, maobadi
marxist: मार्क्सवादी
leninist: लेनिनवादी
congress: कांग्रेस, काँग्रेस, कङ्ग्रेस
finance: अर्थ, वित्त, वित्तीय, financial
home: गृह
foreign: परराष्ट्र
affairs: मामिला, affair
education: शिक्षा
science: विज्ञान
technology: प्रविधि
health: स्वास्थ्य
population: जनसंख्या, जनसङ्ख्या
agriculture: कृषि, agricultural
development: विकास, bikas, विकाश
livestock: पशुपन्छी, पशु
defence: रक्षा, defense
law: कानून, कानुन, legal
justice: न्याय
energy: ऊर्जा, उर्जा
water: जल, खानेपानी, पानी
resources: स्रोत, resource, श्रोत
irrigation: सिंचाइ, सिँचाइ, सिंचाई
industry: उद्योग, industries, industrial, औद्योगिक
commerce: वाणिज्य, commercial
supplies: आपूर्ति, supply
forest: वन, forests, वनस्पति
environment: वातावरण
soil: भूसंरक्षण
land: भूमि, मालपोत
survey: नापी
road: सडक, roads, बाटो
transport: यातायात, transportation
infrastructure: पूर्वाधार
physical: भौतिक
planning: योजना, plan
project: आयोजना, परियोजना, pariyojana
programme: कार्यक्रम, program
culture: संस्कृति, सांस्कृतिक, cultural
tourism: पर्यटन
civil: निजामती
aviation: उड्डयन
service: सेवा, services
women: महिला, woman
children: बालबालिका, बाल, child
senior: ज्येष्ठ
social: सामाजिक
security: सुरक्षा
employment: रोजगार, employ
youth: युवा
sports: खेलकुद, sport
information: सूचना, सुचना
communication: सञ्चार, संचार, communications
general: सामान्य, साधारण
administration: प्रशासन, administrative
local: स्थानीय, स्थानिय
district: जिल्ला
election: निर्वाचन
investigation: अनुसन्धान
abuse: दुरुपयोग
power: अख्तियार, शक्ति, shakti
human: मानव
rights: अधिकार, right
auditor: महालेखा
public: सार्वजनिक, लोक
revenue: राजस्व
tax: कर
customs: भन्सार
electricity: विद्युत, विद्युत्, बिजुली
hydropower: जलविद्युत, जलविद्युत्, hydroelectric
oil: तेल
airlines: एयरलाइन्स, वायुसेवा, airline
insurance: बीमा, बिमा
medical: चिकित्सा, मेडिकल
research: अनुसन्धान
statistics: तथ्याङ्क, तथ्यांक
immigration: अध्यागमन
village: गाउँ
bridge: पुल
airport: विमानस्थल
international: अन्तर्राष्ट्रिय, अन्तराष्ट्रिय
river: नदी, खोला
valley: उपत्यका
integrity: सदाचार
renewable: नवीकरणीय
solar: सौर्य, सौर
rural: ग्रामीण
urban: सहरी, शहरी
community: सामुदायिक
relief: राहत
network: सञ्जाल, नेटवर्क
monitoring: अनुगमन, निगरानी, vigilance
management: व्यवस्थापन
production: उत्पादन, producers, उत्पादक
dairy: दुग्ध, डेरी
laboratory: प्रयोगशाला
training: तालिम
polytechnic: बहुप्राविधिक
users: उपभोक्ता, user
savings: बचत, saving
credit: ऋण
construction: निर्माण, कन्स्ट्रक्सन
audit: लेखापरीक्षण
reconstruction: पुनर्निर्माण
disaster: विपद्, विपद
protection: संरक्षण, conservation
cottage: घरेलु
small: साना
food: खाद्य, foods
seed: बीउ
tea: चिया
coffee: कफी
museum: संग्रहालय, सङ्ग्रहालय
library: पुस्तकालय
provincial: प्रादेशिक
savings: बचत, saving
credit: ऋण
construction: निर्माण, कन्स्ट्रक्सन
building: भवन
supervision: अनुगमन, monitoring
coordination: समन्वय
trade: व्यापार
handicraft: हस्तकला
journalists: पत्रकार, journalist
teachers: शिक्षक, teacher
students: विद्यार्थी, student
procurement: खरिद
contractors: ठेकेदार, contractor
consumer: उपभोक्ता
drinking: पिउने
sanitation: सरसफाइ
disaster: विपद्, विपद
reconstruction: पुनर्निर्माण
management: व्यवस्थापन
literature: साहित्य
science: विज्ञान
conservation: संरक्षण
park: निकुञ्ज
museum: सङ्ग्रहालय, संग्रहालय
library: पुस्तकालय
laboratory: प्रयोगशाला
registrar: रजिस्ट्रार
"""
_FILLER_TEXT = "of the and for to in र तथा एवं को का की"
"""Words that connect the others, in both languages."""

FILLER_WORDS = frozenset(_FILLER_TEXT.split())


def meaning_of(word: str, kind: NamedEntityType) -> str:
    """The English word for this one in names of this kind, or an empty string.

    >>> meaning_of("मन्त्रालय", NamedEntityType.ORGANIZATION)
    'ministry'
    >>> meaning_of("राम", NamedEntityType.PERSON)
    ''
    """
    return _meanings(kind).get(word, "")


@lru_cache
def _meanings(kind: NamedEntityType) -> dict[str, str]:
    if kind is NamedEntityType.PERSON:
        return {}
    lines = DIRECTIONS if kind is NamedEntityType.LOCATION else ORGANISATIONS + DIRECTIONS
    table: dict[str, str] = {}
    for line in filter(None, lines.splitlines()):
        meaning, ways = line.split(": ")
        for way in (meaning, *ways.split(",")):
            table.setdefault(normalise(way), meaning)
    return table
