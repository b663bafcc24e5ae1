"""Words that make an English name likely, and names of Nepal that an English model mistakes."""

TITLES = (
    "Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Er|Adv|Advocate|Hon|Hon'ble|Honou?rable|Rt|Shri|Shree|Smt|Sir|"
    "Late|Capt|Captain|Maj|Major|Col|Colonel|Gen|General|Lt|Sgt|Judge|Justice|Chief Justice|"
    "President|Vice President|Prime Minister|Deputy Prime Minister|Minister|Chief Minister|"
    "Secretary|Joint Secretary|Chief Secretary|Governor|Ambassador|Mayor|Deputy Mayor|Speaker|"
    "Chairman|Chairperson|Chairwoman|Senator|Inspector|Superintendent|King|Queen|Prince|Princess"
)
"""What stands before a person's name and is no part of it."""

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
"""What an organisation's name begins with when "of" or "for" goes on: Ministry of Finance."""

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
