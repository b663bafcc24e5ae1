"""Words that make an English name likely, and names of Nepal that an English model mistakes."""

TITLES = (
    "Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Er|Adv|Advocate|Hon|Hon'ble|Honou?rable|Rt|Shri|Shree|Smt|Sir|"
    "Late|Capt|Captain|Maj|Major|Col|Colonel|Gen|General|Lt|Sgt|Judge|Justice|Chief Justice|"
    "President|Vice President|Prime Minister|Deputy Prime Minister|Minister|Chief Minister|"
    "Secretary|Joint Secretary|Chief Secretary|Governor|Ambassador|Mayor|Deputy Mayor|Speaker|"
    "Chairman|Chairperson|Chairwoman|Senator|Inspector|Superintendent|King|Queen|Prince|Princess"
)
"""Titles before a person's name, which are not part of it."""

ORGANISATION_ENDS = (
    "Ministry|Department|Commission|Committee|Council|Authority|Bank|Company|Corporation|Limited|"
    "Ltd|Inc|LLC|Plc|Corp|Association|Federation|Society|Foundation|Institute|University|College|"
    "School|Hospital|Court|Party|Congress|Union|Office|Bureau|Agency|Board|Secretariat|Army|Police|"
    "Parliament|Assembly|Senate|Trust|Group|Club|Academy|Centre|Center|Forum|Alliance|Airlines|"
    "Industries|Holdings|Bar|Press|Times|Post|Campus|Directorate|Tribunal|Organization|Organisation"
)
ORGANISATION_HEADS = (
    "Ministry|Department|Commission|Committee|Council|Office|Bureau|Bank|University|Institute|"
    "Government|Court|Federation|Association|Board|Embassy|Communist Party|Directorate|House"
)
"""First words of names that continue with "of" or "for": Ministry of Finance."""

PLACE_ENDS = (
    "Municipality|Rural Municipality|Metropolitan City|Sub-Metropolitan City|District|Province|"
    "Zone|River|Lake|Valley|Mountain|Mountains|Island|Islands|Airport|Highway|Road|Street|Chowk|"
    "Village|Bazaar|Hill|Peak|Bay|Desert"
)
_PLACES_OF_NEPAL = """
nepal kathmandu lalitpur bhaktapur pokhara biratnagar birgunj dharan butwal bhairahawa hetauda
janakpur nepalgunj dhangadhi mahendranagar damak itahari bharatpur narayangadh tulsipur ghorahi
kirtipur patan banepa dhulikhel taplejung panchthar ilam jhapa morang sunsari dhankuta terhathum
bhojpur sankhuwasabha solukhumbu okhaldhunga khotang udayapur saptari siraha dhanusha mahottari
sarlahi sindhuli ramechhap dolakha sindhupalchok kavrepalanchok kavre nuwakot rasuwa dhading
makwanpur rautahat bara parsa chitwan gorkha lamjung tanahun syangja kaski manang mustang myagdi
parbat baglung gulmi palpa nawalparasi nawalpur rupandehi kapilvastu arghakhanchi pyuthan rolpa
rukum salyan dang banke bardiya surkhet dailekh jajarkot dolpa jumla kalikot mugu humla bajura
bajhang achham doti kailali kanchanpur dadeldhura baitadi darchula koshi madhesh bagmati gandaki
lumbini karnali sudurpashchim terai baneshwor baluwatar tundikhel thamel singhadurbar maitighar
"""
_SURNAMES_OF_NEPAL = """
acharya adhikari aryal bajracharya baral basnet bhandari bhatta bhattarai bhusal bista bohara
budhathoki chalise chand chaudhary chhetri dahal deuba devkota dhakal dhungana dhungel gautam
ghale ghimire giri gurung gyawali jha joshi kafle kandel karki karna kc khadka khanal kharel
khatiwada khatri koirala kunwar lama lamichhane limbu lohani magar mahara maharjan mahat mahato
malla manandhar mandal mishra nembang nepal neupane oli pandey pandit panta parajuli paudel
paudyal pokharel pradhan prasai pun puri pyakurel rai rana raut rawal regmi rijal sah sapkota shah
shahi shakya sharma sherchan sherpa shrestha sigdel silwal simkhada singh sitaula subedi tamang
thakali thakur thapa tharu timalsina tiwari tuladhar upadhyay upreti wagle wagley yadav
"""
_NOT_NAMES = """
monday tuesday wednesday thursday friday saturday sunday january february march april may june
july august september october november december the a an this that these those in on at of for and
or but to from by with he she it they we i chapter section article annex table figure page date
subject ref no mr mrs ms dr prof hon
"""

PLACES_OF_NEPAL = frozenset(_PLACES_OF_NEPAL.split())
SURNAMES_OF_NEPAL = frozenset(_SURNAMES_OF_NEPAL.split())
NOT_NAMES = frozenset(_NOT_NAMES.split())


ENGLISH_PUBLIC_BODIES = """
Government of Nepal
Nepal Government
Office of the President
Office of the Prime Minister and Council of Ministers
Office of the Auditor General
Office of the Attorney General
Commission for the Investigation of Abuse of Authority
Public Service Commission
Election Commission
National Human Rights Commission
National Planning Commission
National Information Commission
National Vigilance Centre
Public Procurement Monitoring Office
Department of Money Laundering Investigation
Department of Revenue Investigation
Inland Revenue Department
Federal Parliament
House of Representatives
National Assembly
Supreme Court
High Court
District Court
Special Court
Judicial Council
Nepal Rastra Bank
Nepal Bar Association
Nepal Police
Armed Police Force
Nepali Army
Nepal Army
Nepal Electricity Authority
Nepal Telecommunications Authority
Civil Aviation Authority of Nepal
Nepal Oil Corporation
Nepal Airlines Corporation
Securities Board of Nepal
Tribhuvan University
Kathmandu University
District Administration Office
District Police Office
Nepali Congress
Communist Party of Nepal
Rastriya Swatantra Party
Rastriya Prajatantra Party
Maoist Centre
"""
