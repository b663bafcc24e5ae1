"""Nepal's provinces and districts in both scripts, and which district lies in which province.

Each line gives the English name, and after it the other ways to write it.
"""

from functools import cache

from pramana.language.names.normalisation import normalise
from pramana.language.names.sounds import fold_sounds, read_word
from pramana.language.scripts import contains_devanagari
from pramana.language.tagging.words import sound

PROVINCES = """
Koshi: कोशी, Province No. 1, प्रदेश नं. १
Madhesh: मधेश, मधेस, Province No. 2, प्रदेश नं. २
Bagmati: बागमती, Province No. 3, प्रदेश नं. ३
Gandaki: गण्डकी, Province No. 4, प्रदेश नं. ४
Lumbini: लुम्बिनी, Province No. 5, प्रदेश नं. ५
Karnali: कर्णाली, Province No. 6, प्रदेश नं. ६
Sudurpashchim: सुदूरपश्चिम, Sudurpaschim, Sudur Paschim, Far Western, Province No. 7, प्रदेश नं. ७
"""
DISTRICTS = """
Bhojpur: भोजपुर / Koshi
Dhankuta: धनकुटा / Koshi
Ilam: इलाम / Koshi
Jhapa: झापा / Koshi
Khotang: खोटाङ, खोटाङ्ग / Koshi
Morang: मोरङ, मोरंग / Koshi
Okhaldhunga: ओखलढुङ्गा, ओखलढुंगा / Koshi
Panchthar: पाँचथर, पांचथर / Koshi
Sankhuwasabha: सङ्खुवासभा, संखुवासभा / Koshi
Solukhumbu: सोलुखुम्बु / Koshi
Sunsari: सुनसरी / Koshi
Taplejung: ताप्लेजुङ / Koshi
Terhathum: तेह्रथुम, Tehrathum / Koshi
Udayapur: उदयपुर, Udaypur / Koshi
Bara: बारा / Madhesh
Dhanusha: धनुषा, Dhanusa / Madhesh
Mahottari: महोत्तरी / Madhesh
Parsa: पर्सा / Madhesh
Rautahat: रौतहट / Madhesh
Saptari: सप्तरी / Madhesh
Sarlahi: सर्लाही / Madhesh
Siraha: सिराहा, सिरहा / Madhesh
Bhaktapur: भक्तपुर / Bagmati
Chitwan: चितवन, Chitawan / Bagmati
Dhading: धादिङ / Bagmati
Dolakha: दोलखा / Bagmati
Kathmandu: काठमाडौं, काठमाडौँ, काठमाण्डौं, काठमाडौ / Bagmati
Kavrepalanchok: काभ्रेपलाञ्चोक, काभ्रे, Kavre, Kabhrepalanchok, Kabhre / Bagmati
Lalitpur: ललितपुर / Bagmati
Makwanpur: मकवानपुर, Makawanpur / Bagmati
Nuwakot: नुवाकोट / Bagmati
Ramechhap: रामेछाप / Bagmati
Rasuwa: रसुवा / Bagmati
Sindhuli: सिन्धुली / Bagmati
Sindhupalchok: सिन्धुपाल्चोक, सिन्धुपाल्चोक, Sindhupalchowk / Bagmati
Baglung: बागलुङ, बागलुंग / Gandaki
Gorkha: गोरखा / Gandaki
Kaski: कास्की / Gandaki
Lamjung: लमजुङ, लमजुंग / Gandaki
Manang: मनाङ / Gandaki
Mustang: मुस्ताङ / Gandaki
Myagdi: म्याग्दी / Gandaki
Nawalparasi East: नवलपुर, नवलपरासी पूर्व, Nawalpur, नवलपरासी (बर्दघाट सुस्ता पूर्व) / Gandaki
Parbat: पर्वत / Gandaki
Syangja: स्याङ्जा, स्याङजा / Gandaki
Tanahun: तनहुँ, तनहु, Tanahu / Gandaki
Arghakhanchi: अर्घाखाँची, अर्घाखाची / Lumbini
Banke: बाँके, बांके / Lumbini
Bardiya: बर्दिया / Lumbini
Dang: दाङ / Lumbini
Gulmi: गुल्मी / Lumbini
Kapilvastu: कपिलवस्तु, Kapilbastu / Lumbini
Nawalparasi West: परासी, नवलपरासी पश्चिम, Parasi, नवलपरासी (बर्दघाट सुस्ता पश्चिम) / Lumbini
Palpa: पाल्पा / Lumbini
Pyuthan: प्यूठान, प्युठान / Lumbini
Rolpa: रोल्पा / Lumbini
Rukum East: रुकुम पूर्व, पूर्वी रुकुम, Eastern Rukum / Lumbini
Rupandehi: रुपन्देही / Lumbini
Dailekh: दैलेख / Karnali
Dolpa: डोल्पा / Karnali
Humla: हुम्ला / Karnali
Jajarkot: जाजरकोट / Karnali
Jumla: जुम्ला / Karnali
Kalikot: कालिकोट / Karnali
Mugu: मुगु / Karnali
Rukum West: रुकुम पश्चिम, पश्चिम रुकुम, Western Rukum / Karnali
Salyan: सल्यान / Karnali
Surkhet: सुर्खेत / Karnali
Achham: अछाम / Sudurpashchim
Baitadi: बैतडी / Sudurpashchim
Bajhang: बझाङ / Sudurpashchim
Bajura: बाजुरा / Sudurpashchim
Dadeldhura: डडेल्धुरा, डडेलधुरा / Sudurpashchim
Darchula: दार्चुला / Sudurpashchim
Doti: डोटी / Sudurpashchim
Kailali: कैलाली / Sudurpashchim
Kanchanpur: कञ्चनपुर / Sudurpashchim
"""
TOWNS = """
फुङलिङ फिदिम भद्रपुर बिर्तामोड दमक काँकडभिट्टा धुलाबारी सुरुङ्गा उर्लाबारी पथरी बेलबारी लेटाङ
रंगेली विराटनगर इटहरी धरान इनरुवा दुहबी चतरा झुम्का पाख्रीबास खाँदबारी चैनपुर तुम्लिङटार म्याङलुङ
बसन्तपुर दिक्तेल हलेसी सल्लेरी नाम्चे लुक्ला गाईघाट कटारी बेलटार राजविराज लहान मिर्चैया गोलबजार
जनकपुर जनकपुरधाम ढल्केबर महेन्द्रनगर जलेश्वर बर्दिबास मलङ्गवा मलंगवा लालबन्दी हरिवन बरहथवा
चन्द्रनिगाहपुर गरुडा कलैया जितपुर सिमरा निजगढ वीरगञ्ज वीरगंज पोखरिया सिन्धुलीमाढी मन्थली चरिकोट
जिरी सिंगटी बाह्रबिसे मेलम्ची खाडीचौर धुलिखेल बनेपा पनौती दोलालघाट नमोबुद्ध कीर्तिपुर पाटन ठिमी
थिमी सानोठिमी बानेश्वर कलंकी कलङ्की कोटेश्वर जाउलाखेल पुल्चोक बालाजु महाराजगञ्ज चाबहिल बबरमहल
सिंहदरबार पुतलीसडक बागबजार त्रिपुरेश्वर कालीमाटी टेकु थापाथली माइतीघर सिनामंगल टोखा बुढानीलकण्ठ
चापागाउँ बट्टार त्रिशूली धुन्चे स्याफ्रुबेँसी धादिङबेसी गजुरी मलेखु गल्छी हेटौंडा पालुङ मनहरी
भरतपुर नारायणगढ रत्ननगर टाँडी सौराहा मुग्लिन पालुङटार आँबुखैरेनी बन्दीपुर दमौली भिमाद डुम्रे
बेसीसहर बेँसीसहर सुन्दरबजार चामे जोमसोम कागबेनी पोखरा पुतलीबजार वालिङ गल्याङ कुस्मा फलेवास बेनी
गलकोट बुर्तिबाङ ढोरपाटन तानसेन रामपुर आर्यभञ्ज्याङ तम्घास रिडी सन्धिखर्क बुटवल भैरहवा सिद्धार्थनगर
मणिग्राम सैनामैना देवदह तौलिहवा कृष्णनगर बाणगंगा गोरुसिङ्गे रामग्राम सुनवल बर्दघाट कावासोती
गैँडाकोट गैंडाकोट देवचुली खलङ्गा खलंगा भिङ्ग्री लिवाङ घोराही तुलसीपुर लमही भालुवाङ भालुबाङ कोहलपुर
नेपालगञ्ज नेपालगन्ज गुलरिया राजापुर बाँसगढी मुसिकोट चौरजहारी रुकुमकोट श्रीनगर लुहाम वीरेन्द्रनगर
बीरेन्द्रनगर छिन्चु मेहेलकुना बड्डीचौर दुल्लु चुप्रा मान्म नाग्म गमगढी सिमिकोट दुनै जुफाल धनगढी
अत्तरिया टीकापुर लम्की सुक्खड भजनी बेलौरी झलारी दोधारा दिपायल सिलगढी डडेल्धुरा अमरगढी जोगबुढा
दार्चुला मंगलसेन साँफेबगर मार्तडी कोल्टी दशरथपुर फिक्कल मंगलबारे पशुपतिनगर कन्याम दार्जिलिङ
गङ्गटोक सिलगुडी पटना लखनउ गोरखपुर रक्सौल सुनौली रुपैडिहा दिल्ली कोलकाता मुम्बई बेङ्लोर
"""
"""Towns and quarters of Nepal, and cities across the border, in one script: names are compared by
sound. Words that are surnames or ordinary words too are left out."""

MIN_LATIN_TOWN = 5
"""Letters: shorter words in Latin letters sound like too many others."""

PLACE_LABELS = ("district", "province", "jilla", "जिल्ला", "प्रदेश")
"""Words beside the name of a district or province that are not part of it."""


def district_of(name: str) -> str:
    """The English name of the district that a text names, or an empty string.

    >>> district_of("सिन्धुपाल्चोक जिल्ला"), district_of("Kavre"), district_of("Paris")
    ('Sindhupalchok', 'Kavrepalanchok', '')
    """
    return _districts().get(_key(name), ("", ""))[0]


def province_of(name: str) -> str:
    """The English name of the province that a text names, or that its district lies in.

    >>> province_of("बागमती प्रदेश"), province_of("Dolakha"), province_of("Paris")
    ('Bagmati', 'Bagmati', '')
    """
    return _provinces().get(_key(name)) or _districts().get(_key(name), ("", ""))[1]


def is_town(name: str) -> bool:
    """Whether a single word names one of the towns above, in either script.

    >>> is_town("धुलिखेल"), is_town("Dhulikhel"), is_town("Paris")
    (True, True, False)
    """
    if contains_devanagari(name):
        return sound(name) in _towns()
    return len(name) >= MIN_LATIN_TOWN and fold_sounds(read_word(name)) in _latin_towns()


@cache
def _towns() -> frozenset[str]:
    return frozenset(map(sound, TOWNS.split()))


@cache
def _latin_towns() -> frozenset[str]:
    return frozenset(fold_sounds(read_word(town)) for town in TOWNS.split())


def same_area(one: str, other: str) -> bool | None:
    """Whether two names of districts or provinces may mean the same area; None if unknown.

    A province agrees with a district that lies in it.

    >>> same_area("Dolakha", "दोलखा"), same_area("Dolakha", "Bagmati Province")
    (True, True)
    >>> same_area("Dolakha", "Morang"), same_area("Dolakha", "Paris") is None
    (False, True)
    """
    districts = district_of(one), district_of(other)
    if all(districts):
        return districts[0] == districts[1]
    provinces = province_of(one), province_of(other)
    return provinces[0] == provinces[1] if all(provinces) else None


def _key(name: str) -> str:
    words = (word for word in normalise(name).split() if word not in PLACE_LABELS)
    return " ".join(map(sound, words))


@cache
def _districts() -> dict[str, tuple[str, str]]:
    """Each way to write a district, with its English name and its province."""
    table = {}
    for line in DISTRICTS.strip().splitlines():
        names, _, province = line.partition(" / ")
        english, _, others = names.partition(": ")
        for name in (english, *others.split(", ")):
            table[_key(name)] = (english, province)
    return table


@cache
def _provinces() -> dict[str, str]:
    table = {}
    for line in PROVINCES.strip().splitlines():
        english, _, others = line.partition(": ")
        for name in (english, *others.split(", ")):
            table[_key(name)] = english
    return table
