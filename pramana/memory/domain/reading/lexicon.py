"""Word lists: offices, ties, occupations, verb classes, and words without meaning of their own.

Relations are those of `domain.families` where one fits.
"""

from typing import TypeVar

from pramana.memory.domain.reading.claims import Aspect, EntityKind

V = TypeVar("V")


def word_set(words: str) -> frozenset[str]:
    return frozenset(words.split())


def map_words(words: str, value: V) -> dict[str, V]:
    return dict.fromkeys(words.split(), value)


JOB_NOUNS = word_set(
    "job position post role internship service training traineeship apprenticeship residency"
    " placement secondment notice resignation gig"
)
HOME_NOUNS = word_set(
    "room flat apartment house studio cottage annexe place home cabin bungalow loft bedsit caravan"
    " villa condo farmhouse hut houseboat dorm hostel unit"
)
AVERSION_VERBS = word_set("stand bear abide stomach tolerate")
"""Verbs that deny a taste: "I can't stand opera"."""
DEFINITE_OFFICES = word_set(
    "boss mayor chair chairman chairperson president principal headmaster director ceo captain"
    " conductor treasurer secretary minister governor manager head coach"
)
"""Offices that "the" is enough to point at: "the mayor said"."""
LIKING_VERBS = word_set(
    "like love enjoy adore prefer relish fancy hate dislike detest despise loathe"
)
OFFICE_VERBS = {
    Aspect.START: word_set(
        "become appoint elect name nominate promote choose replace succeed take get"
    ),
    Aspect.END: word_set("resign retire step"),
}
"""Verbs with an office as their complement: was elected mayor of Pokhara."""

ELECTING_VERBS = word_set("elect appoint make name choose promote hire pick nominate vote")
STOP_VERBS = word_set("stop quit cease")
START_VERBS = word_set("start begin")
PLAN_VERBS = word_set("plan want intend hope wish aim decide")
CAUSATIVE_VERBS = word_set(
    "let help make have see watch hear feel ask tell want wish suggest recommend"
)
"""Verbs whose complement is not stated to happen: "let me join", "I saw her win"."""
LIGHT_VERBS = word_set(
    "let say tell see know do be have get make think thank ask mean talk hear try keep give take"
    " share check help remember look find show start feel go come bring put stay catch hold"
    " call focus continue believe hope need want love like enjoy miss wait mention stick deal tie"
)
"""Verbs without a meaning of their own; "I'll let you know" is not a plan."""

PASTIMES = word_set(
    "meet live stay eat dine drink play study sit stand sleep shop worship look laugh stop arrive"
    " start end finish pray dance swim run walk gather train wait park pack call point aim shout"
)
"""Verbs that, with a place, do not say that somebody works there."""
WORK_VERBS = word_set(
    "drive sell repair mend cook bake brew weld deliver clean tune tend grow farm raise tutor coach"
    " train serve guard patrol design print sew weave carve build fix maintain translate edit"
    " direct produce organise organize coordinate handle supply distribute import export board"
    " juggle sing play tap pick collect treat nurse milk breed"
)
"""Verbs of work and habit, whose plain present says what somebody does."""
OFFICES = {
    "prime minister": "PRIME_MINISTER_OF", "chief minister": "CHIEF_MINISTER_OF",
    "vice president": "VICE_PRESIDENT_OF", "minister": "MINISTER_OF", "president": "PRESIDENT_OF",
    "mayor": "MAYOR_OF", "chair": "CHAIR_OF", "chairman": "CHAIR_OF", "chairwoman": "CHAIR_OF",
    "chairperson": "CHAIR_OF", "head": "HEAD_OF", "director": "HEAD_OF", "leader": "LEADER_OF",
    "ceo": "CEO_OF", "chief executive": "CEO_OF", "secretary": "SECRETARY_OF",
    "treasurer": "TREASURER_OF", "conductor": "CONDUCTOR_OF", "coach": "COACH_OF",
    "headmaster": "PRINCIPAL_OF", "headteacher": "PRINCIPAL_OF", "editor": "EDITOR_OF",
    "country lead": "LEADER_OF", "team lead": "LEADER_OF", "lead": "LEADER_OF",
    "governor": "GOVERNOR_OF", "king": "KING_OF", "queen": "QUEEN_OF", "speaker": "SPEAKER_OF",
    "ambassador": "AMBASSADOR_TO", "principal": "PRINCIPAL_OF", "captain": "CAPTAIN_OF",
    "capital": "CAPITAL_OF", "coordinator": "COORDINATOR_OF", "matron": "MATRON_OF",
    "warden": "WARDEN_OF", "organiser": "ORGANIZER_OF", "organizer": "ORGANIZER_OF",
    "cto": "CTO_OF", "cfo": "CFO_OF", "coo": "COO_OF",
    "dean": "DEAN_OF", "curator": "CURATOR_OF", "steward": "STEWARD_OF",
}  # fmt: skip
CONCRETE_OBJECT_RELATIONS = word_set(
    "CREATED OWNS MEMBER_OF TEACHES USES READS HEAD_OF SUPPORTS PLAYS VISITED"
)
EMPLOYERS = word_set(
    "company firm agency council ministry corporation startup practice brewery shipyard navy army"
    " airline railway newspaper charity broadcaster publisher consultancy conglomerate bureau"
)
"""Nouns without a name that one joins and leaves as an employee."""
WORKPLACES = EMPLOYERS | word_set(
    "school college university hospital clinic bank office shop store factory warehouse mill plant"
    " bakery restaurant hotel pharmacy library museum court station airport surgery salon garage"
    " nursery studio theatre railway customs police council laundry depot dockyard canteen archive"
    " newsroom embassy consulate institute laboratory lab centre center kindergarten academy press"
    " farm mine port border refinery quarry brewery zoo university supermarket cooperative co-op"
)
"""Nouns without a name at which somebody with an occupation works."""
ABSTRACT_NOUNS = word_set(
    "community journey connection confidence trust memory role importance love loyalty friendship"
    " relationship bond difference future life world dream goal change progress habit awareness"
    " space environment atmosphere moment impact influence experience energy strength skill passion"
    " plan place spot stage part force hand ride way foundation support network word conversation"
)
"""Nouns that are built, joined, owned or played only figuratively."""
TRAVEL_VERBS = word_set("go travel fly arrive drive cycle sail")
MOTION_VERBS = word_set("go travel fly visit move attend relocate")
"""Verbs whose progressive form means the future: "I'm going to a conference this month"."""
HABITUAL_RELATIONS = word_set("PLAYS READS USES SUPPORTS TEACHES VOLUNTEERS_AT")
"""Relations that hold only for repeated activities."""
TIME_NOUNS = word_set(
    "minute hour day week weekend month year decade yesterday today tomorrow tonight morning"
    " afternoon evening night monday tuesday wednesday thursday friday saturday sunday fri tues"
    " spring summer autumn winter quarter term semester season christmas easter midnight noon"
    " january february march april may june july august september october november december"
)
OFFICE_QUALIFIERS = word_set("deputy vice assistant associate joint co acting former state")
"""Words before an office that make it another office, which several people may hold."""

TIES = {
    **map_words("mother father parent mom dad mum mam mama mamma papa da daddy mummy mommy"
                " stepdad stepmum stepmom stepmother stepfather aama ama buwa bua", "PARENT_OF"),
    **map_words("hajurama hajurba", "RELATIVE_OF"),
    **map_words("son daughter child kid toddler firstborn lad stepson stepdaughter",
                "CHILD_OF"),
    **map_words("sister brother sibling twin bro sis stepbrother stepsister half-brother"
                " half-sister", "SIBLING_OF"),
    **map_words("husband wife spouse hubby wifey missus hubs", "MARRIED_TO"),
    **map_words("partner boyfriend girlfriend fiancé fiancée fiance fiancee", "PARTNER_OF"),
    **map_words("friend buddy bestie mate pal chum bff", "FRIEND_OF"),
    **map_words("colleague coworker co-worker teammate workmate", "COLLEAGUE_OF"),
    **map_words("neighbour neighbor", "NEIGHBOUR_OF"),
    **map_words("roommate flatmate housemate roomie", "LIVES_WITH"),
    **map_words("cousin uncle aunt nephew niece grandmother grandfather grandma grandpa"
                    " grandson granddaughter grandparent grandchild granny gran nana nan"
                    " brother-in-law sister-in-law mother-in-law father-in-law son-in-law"
                    " daughter-in-law auntie aunty cuz grandad granddad grandmum grandfather"
                    " godfather godmother godson goddaughter great-aunt great-uncle"
                    " great-grandmother great-grandfather great-grandson great-granddaughter",
                    "RELATIVE_OF"),
    **map_words("boss supervisor manager", "REPORTS_TO"),
    **map_words("member", "MEMBER_OF"),
    **map_words("employee staffer intern", "WORKS_AT"),
    **map_words("student pupil", "STUDIES_AT"),
    **map_words("resident inhabitant", "LIVES_IN"),
    **map_words("fan lover supporter follower", "LIKES"),
    **map_words("landlord landlady", "LANDLORD_OF"),
    **map_words("founder author creator inventor writer", "CREATED"),
    **map_words("owner", "OWNS"),
}  # fmt: skip
"""Nouns that relate the person they describe to an owner: Maya is my sister."""

ORGANIZATION_NOUNS = word_set(
    "municipality metropolis ministry office department commission authority council court"
    " university college school hospital bank company corporation"
)
"""The last word of an organization's name that a tagger may take for a place."""

PLACE_NOUNS = word_set(
    "street road lane square valley park river hill hills city town village lake station bridge"
    " district province island bay beach mountain airport avenue chowk tole nagar pokhari"
)
"""The last word of a place that nobody works for."""
UNITS = word_set("flat apartment room house ward unit block plot villa floor")
"""Parts of an address that a number follows: flat 9."""

POSSESSIONS = word_set(
    "dog cat puppy kitten parrot rabbit horse cow goat pet car bike bicycle motorcycle scooter"
    " house apartment flat laptop phone guitar piano shop restaurant company farm garden boat"
    " camera violin drum tent"
)
"""Nouns of which "I have one" states something lasting."""

ORGANIZATION_TIES = {"STUDIES_AT": "TEACHES", **map_words("WORKS_AT MEMBER_OF LIVES_IN", "")}
"""Ties to an organization, and what they mean of a person: "my students" are those I teach."""

INVERSE_TIES = frozenset(("REPORTS_TO", "OWNS", "TEACHES"))
"""Ties whose subject is the owner: "my boss Hari" means that I report to Hari."""

MUTUAL_TIES = frozenset(
    ("MARRIED_TO", "PARTNER_OF", "FRIEND_OF", "COLLEAGUE_OF", "NEIGHBOUR_OF", "LIVES_WITH")
)
FEMALE_TIES = word_set("mother mom mum daughter sister wife girlfriend aunt niece grandmother"
                   " grandma granddaughter fiancée fiancee queen chairwoman granny gran nana nan"
                   " sister-in-law mother-in-law daughter-in-law wifey mam mama mamma mummy mommy"
                   " sis stepsister half-sister stepmum stepmom stepmother stepdaughter auntie"
                   " aunty godmother goddaughter fiancee missus great-aunt")  # fmt: skip
MALE_TIES = word_set("father dad son brother husband boyfriend uncle nephew grandfather grandpa"
                 " grandson king chairman hubby brother-in-law father-in-law"
                 " son-in-law papa da daddy bro lad stepbrother half-brother stepdad stepfather"
                 " stepson grandad granddad godfather godson great-uncle hubs")  # fmt: skip
FAMILY_NAMES = word_set(
    "mum mom mam mama mamma dad da papa mummy mommy daddy mother nana nan gran granny grandma"
    " grandmother grandpa grandad granddad grandfather aama ama buwa bua hajurama hajurba"
)
"""Words for relatives that stand like a name: "Grandma died" is said of the speaker's own."""
LEADERS = word_set("partner editor director manager")
"""Nouns that lead a body with "managing" before them."""
TITLE_QUALIFIERS = word_set(
    "managing acting executive general senior head founding equity honorary"
)
"""Words before an office that belong to its title and leave it the same office."""
OCCUPATIONS = word_set(
    "engineer developer programmer teacher doctor nurse lawyer advocate manager designer architect"
    " accountant analyst scientist researcher professor lecturer writer author journalist reporter"
    " editor artist painter musician singer actor actress dancer chef cook driver pilot farmer"
    " carpenter plumber electrician mechanic dentist pharmacist therapist psychologist counselor"
    " counsellor consultant salesperson cashier clerk secretary receptionist assistant intern"
    " student officer soldier policeman firefighter judge banker economist trader entrepreneur"
    " founder photographer filmmaker director producer librarian translator veterinarian vet coach"
    " trainer athlete footballer cricketer guide porter barista waiter waitress tailor baker"
    " technician administrator supervisor coordinator president minister secretary surgeon"
    " treasurer director chair chairman chairwoman principal captain conductor volunteer vet"
    " physician midwife headmaster"
    " goalkeeper organist sculptor potter welder butcher gardener bartender freelancer"
    " apprentice trainee messenger operator buyer critic columnist advisor adviser advocate"
)
POSTS = word_set(
    "marshal guard guide host referee umpire scout delegate usher medic aide aider paramedic"
    " concierge porter bellboy bouncer lifeguard beadle sexton verger organist accompanist"
    " caretaker janitor groundskeeper bookkeeper quartermaster timekeeper scorer linesman"
    " registrar bursar provost proctor prefect monitor lookout watchman nightwatchman matron"
    " barista sommelier butler housekeeper maid chauffeur courier postman milkman roofer glazier"
    " tiler plasterer bricklayer thatcher joiner cobbler tailor seamstress weaver dyer potter"
    " framer performer stonecutter"
    " drummer guitarist violinist cellist pianist flautist trumpeter bassist percussionist soprano"
    " tenor baritone alto dj comedian clown juggler magician acrobat poet novelist playwright"
    " screenwriter blogger podcaster illustrator animator cartoonist model stylist choreographer"
    " sheriff ranger inspector superintendent commissioner commander colonel major lieutenant"
    " corporal private admiral general brigadier gp paediatrician orthodontist dietitian"
    " nutritionist anesthesiologist oncologist obstetrician epidemiologist statistician actuary"
    " auditor underwriter teller treasurer procurement recruiter headhunter lobbyist diplomat"
    " consul attaché envoy mp senator congressman congresswoman councillor councilor alderman"
    " deputy chancellor vice-chancellor rector vicar priest pastor deacon bishop imam rabbi monk"
    " nun chaplain curate cantor headmistress schoolteacher kindergartner au-pair professor"
    " reader postdoc fellow invigilator examiner archivist curator docent conservator"
    " cox bosun stoker deckhand boatman ferryman trucker cabbie taxi-driver biker"
    " flight-attendant astronaut cosmonaut engineer-in-chief geologist surveyor cartographer"
    " mayor governor minister chief overseer manageress executive strategist copywriter marketer"
    " webmaster sysadmin coder tester devops ceo cto cfo coo chairperson chairlady spokesman"
    " spokeswoman spokesperson undertaker gravedigger embalmer locksmith jeweller goldsmith"
    " blacksmith upholsterer furrier tanner miller chandler saddler farrier jockey groom trainer"
    " bodyguard stuntman wrestler boxer golfer gymnast swimmer sprinter striker defender midfielder"
    " winger pitcher bowler batsman wicketkeeper skater skier surfer cheerleader mascot temp"
    " handyman builder decorator scaffolder labourer laborer crane-operator forklift-driver picker"
    " packer stacker shelf-stacker checkout cleaner janitress dishwasher pot-washer kitchen-porter"
    " sous-chef pastry-chef butcher fishmonger dairyman farmhand cowboy rancher vintner"
    " estate-agent realtor letting-agent landlord agent broker insurer adjuster moderator"
    " interpreter transcriber proofreader typesetter printer bookseller newsagent stationer"
    " social-worker caseworker probation-officer mediator arbitrator ombudsman coroner jailer"
    " warder lecturer webdesigner goalie playmaker linebacker quarterback hygienist optometrist"
    " audiologist acupuncturist homeopath herbalist masseur doula health-visitor"
    " falconer beekeeper shepherd fisherman ranger forester lumberjack miner docker sailor skipper"
    " optician radiographer physiotherapist osteopath chiropodist surgeon anaesthetist carer"
    " solicitor barrister notary paralegal magistrate bailiff detective constable sergeant"
    " stonemason cheesemaker winemaker brewer distiller baker confectioner grocer greengrocer"
    " florist hairdresser barber beautician masseuse tutor childminder nanny babysitter"
    " croupier bookmaker auctioneer valuer surveyor estimator draughtsman machinist turner fitter"
    " foreman steward stewardess purser conductor dispatcher controller signaller usherette"
)
OCCUPATION_ENDINGS = (
    *("maker", "keeper", "worker", "grapher", "logist", "smith", "wright", "mason", "medic"),
    *("monger", "herd", "maid", "tuner", "grower", "dresser", "layer", "fitter", "driver"),
    *("teller", "seller", "runner", "broker", "binder", "fighter", "builder", "cutter"),
    *("ician", "iatrist", "arian", "ologist", "ographer", "therapist", "hand", "boy", "clerk"),
    *("man", "woman", "eer", "izer", "iser", "zier", "ker", "ner", "ler", "rer", "ster", "per"),
    *("ator", "ctor", "utor", "itor", "nist", "rist", "list", "mist", "tist"),
)
NOT_OCCUPATIONS = word_set(
    "winner beginner partner sinner loner foreigner prisoner number member monster sister brother"
    " minister disaster master mister leader reader thinker wonder stranger teenager newcomer"
    " latecomer loser loner follower believer helper keeper supporter customer owner user sucker"
    " joker biker walker hiker runner swimmer climber gamer optimist pessimist idealist realist"
    " perfectionist feminist tourist motorist cyclist human gentleman woman man boy dinner corner"
    " manner banner summer winter paper pepper letter matter better spinner killer thriller filler"
    " buyer flower tower power shower answer speaker fiver layer player factor actor doctor"
    " contributor visitor neighbour neighbor ancestor monitor vegetarian civilian comedian"
)
"""Nouns that end like an occupation and are none, or are listed as such already."""


def is_occupation(noun: str) -> bool:
    """Whether a noun names somebody's work, by the list or by its ending.

    >>> is_occupation("stonemason"), is_occupation("winner")
    (True, False)
    """
    noun = noun.lower().rsplit("-", 1)[-1]
    if noun in OCCUPATIONS or noun in POSTS:
        return True
    has_ending = len(noun) > 4 and noun.endswith(OCCUPATION_ENDINGS)
    return has_ending and noun not in NOT_OCCUPATIONS and noun not in TIES and noun not in OFFICES


GREETINGS = word_set(
    "thanks thank hey hi hello wow yeah yep yes oh ah aw aww congrats congratulations ok okay bye"
    " haha lol absolutely definitely sure sorry cheers namaste well cool awesome no nope"
)

VAGUE_NOUNS = word_set(
    "thing things something anything nothing everything one ones lot lots bit way kind sort time"
    " times day fact idea point part reason question problem issue chance sense fun it this that"
    " these those someone anyone everyone people what which who whom stuff couple few some much"
    " more most all other others"
)
"""Nouns that name nothing one could look up."""

SUBJECT_KINDS = map_words(
    "WORKS_AT LIVES_IN STUDIES_AT MARRIED_TO BORN_IN BORN_ON LIKES DISLIKES REPORTS_TO"
    " HAS_POSITION HAS_AGE MINISTER_OF PRIME_MINISTER_OF PRESIDENT_OF MAYOR_OF CHAIR_OF"
    " CEO_OF FRIEND_OF KNOWS"
    " PARENT_OF CHILD_OF SIBLING_OF SPEAKS PLAYS READS TEACHES_AT ENGAGED_TO PARTNER_OF"
    " HAS_EMAIL HAS_PHONE PLANS", EntityKind.PERSON)  # fmt: skip
OBJECT_KINDS = {
    **map_words(
        "WORKS_AT STUDIES_AT CEO_OF CHAIR_OF HEAD_OF PRINCIPAL_OF TREASURER_OF CONDUCTOR_OF"
        " LEADER_OF COACH_OF EDITOR_OF MEMBER_OF TEACHES_AT MATRON_OF",
        EntityKind.ORGANIZATION,
    ),
    **map_words("LIVES_IN BORN_IN HEADQUARTERED_IN LOCATED_IN", EntityKind.LOCATION),
    **map_words("MAYOR_OF DEPUTY_MAYOR_OF", EntityKind.LOCATION),
    **map_words("MARRIED_TO REPORTS_TO FRIEND_OF SIBLING_OF PARENT_OF CHILD_OF", EntityKind.PERSON),
}  # fmt: skip
"""The kinds of a relation's ends, which override the tagger's."""


ROMANISED_WORDS = """
aama आमा; ama आमा; amaa आमा; mama मामा; baba बाबा; buwa बुवा; bua बुवा; ba बा; bhane भने
vane भने; yadi यदि; aile अहिले; aele अहिले; pachi पछि; pachhi पछि; agadi अगाडि; tespachi त्यसपछि
baisakh वैशाख; baishakh वैशाख; jeth जेठ; jestha जेठ; asar असार; asadh असार; saun साउन
shrawan साउन; bhadau भदौ; bhadra भदौ; asoj असोज; kartik कात्तिक; katik कात्तिक; mangsir मंसिर
poush पुस; pus पुस; push पुस; magh माघ; fagun फागुन; phagun फागुन; falgun फागुन; chait चैत
chaitra चैत; gate गते; man मन; chori छोरी; chora छोरा; thiye थिएँ; thie थिएँ; hunuhunthyo हुनुहुन्थ्यो
sayad सायद; shayad सायद; hola होला; huncha हुन्छ; hunchha हुन्छ; thulo ठूलो; sano सानो
euta एउटा; arko अर्को
ma म; maile मैले; malai मलाई; mero मेरो; meri मेरी; mera मेरा; hami हामी; hamile हामीले
hamro हाम्रो; hamra हाम्रा; u ऊ; usle उसले; usko उसको; uni उनी; unle उनले; unko उनको
uha उहाँ; uhaa उहाँ; uhale उहाँले; uhako उहाँको; timi तिमी; timro तिम्रो; tapai तपाईं
tapaiko तपाईंको; yo यो; tyo त्यो; ra र; ani अनि; tara तर; pani पनि; chai चाहिँ
chahi चाहिँ; aba अब; ahile अहिले; pahila पहिला; hijo हिजो; aaja आज; aja आज; bholi भोलि
gata गत; barsa वर्ष; mahina महिना; saal साल; sal साल; ho हो; hu हुँ; hun हुन्
hunuhunchha हुनुहुन्छ; hunuhuncha हुनुहुन्छ; haina होइन; hoina होइन; cha छ; chha छ
chhu छु; chu छु; chhan छन्; chan छन्; chhin छिन्; chaina छैन; chhaina छैन; thiyo थियो
thie थिए; thiye थिए; thiin थिइन्; thyo थियो; bhayo भयो; vayo भयो; bho भयो; vo भयो
bhae भए; bhaye भए; bhako भएको; vako भएको; bhayeko भएको; kam काम; kaam काम; ghar घर
naam नाम; nam नाम; janma जन्म; bihe विवाह; biha विवाह; phone फोन; number नम्बर; re रे
ta त; ni नि; nai नै; hai है; sanga सँग; sangai सँगै; lagi लागि; ko को; ka का; ki की
le ले; lai लाई; bata बाट; dekhi देखि; samma सम्म; haru हरू
bhai भाइ; vai भाइ; dai दाइ; daju दाजु; didi दिदी; bahini बहिनी; baini बहिनी
kaka काका; kaki काकी; maiju माइजू; bhauju भाउजू; bhinaju भिनाजु; sasu सासू
sasura ससुरा; jwai ज्वाइँ; buhari बुहारी; nati नाति; natini नातिनी; bhanja भान्जा
bhanji भान्जी; sathi साथी; budha बुढा; budhi बुढी; shriman श्रीमान्; srimati श्रीमती
shrimati श्रीमती; mummy ममी; mami ममी; bau बाउ; hajurba हजुरबा; hajurama हजुरआमा
baje बाजे; jetho जेठो; jethi जेठी; jetha जेठा; maila माइला; mailo माइलो
kancho कान्छो; kanchho कान्छो; kanchi कान्छी; kanchhi कान्छी; aako आएको; aeko आएको
aayeko आएको; gako गएको; gaeko गएको; gayo गयो; gae गए; aayo आयो; jagir जागिर
jagire जागिरे; dera डेरा; kotha कोठा; jagga जग्गा; pasal पसल; khet खेत; umer उमेर
maiti माइती; paila पहिला; pahile पहिले; pahilaa पहिला; aajkal आजकल; achel अचेल
hal हाल; haal हाल; bhadra भदौ; saruwa सरुवा; sarwa सरुवा; awakash अवकाश
rajinama राजीनामा; hajir हाजिर; niyukta नियुक्त; bharna भर्ना; bharti भर्ती; pad पद
thau ठाउँ; thaun ठाउँ; thaau ठाउँ; thauma ठाउँमा; thaunma ठाउँमा; adhyakshya अध्यक्ष
jimma जिम्मा; jimmewari जिम्मेवारी; sadasya सदस्य; adhyaksha अध्यक्ष; sachib सचिव
sachiv सचिव; mobile मोबाइल; eutai एउटै; sir सर; miss मिस; madam म्याडम; tira तिर
bhanne भन्ने; vanne भन्ने; bhanera भनेर; bhanchha भन्छ; bhancha भन्छ; sabai सबै
matra मात्र; ajhai अझै; ahilei अहिले; barsha वर्ष; barse वर्षे; ghar घर; mai मै
nani नानी; babu बाबु; chhau छौँ; chau छौँ; thiyau थियौँ; hau हौँ; haun हौँ
thiyen थिएँ; bachha बच्चा; bacha बच्चा; yehi यही; tyahi त्यही; afnai आफ्नै
sarai साह्रै; sahrai साह्रै; saarai साह्रै; sarhai साह्रै; ekdam एकदम; nikai निकै; khub खुब
aafnai आफ्नै; afno आफ्नो; naya नयाँ; purano पुरानो
aaitabar आइतबार; aitabar आइतबार; sombar सोमबार; mangalbar मङ्गलबार; budhabar बुधबार; budhbar बुधबार
bihibar बिहीबार; bihibaar बिहीबार; sukrabar शुक्रबार; shukrabar शुक्रबार
sanibar शनिबार; shanibar शनिबार
gayau गयौँ; gayou गयौँ; gayaun गयौँ; gaye गए; gaen गएँ; aayau आयौँ; ghumna घुम्न; gaein गइन्
kahile कहिले; kahilyai कहिल्यै; kahilei कहिल्यै; last अन्तिम; antim अन्तिम; din दिन; day दिन
wife श्रीमती; husband श्रीमान्; srimaan श्रीमान्; pardaina पर्दैन; pardena पर्दैन; mannparcha मनपर्छ
asti अस्ति; gayeko गएको; haptaa हप्ता; hapta हप्ता; uhalai उहाँलाई; uslai उसलाई; unlai उनलाई
nidhan निधन; mrityu मृत्यु; bityo बित्यो; biteko बितेको; sambandhabicched सम्बन्धविच्छेद; divorce डिभोर्स
sahar सहर; gaun गाउँ; gau गाउँ; tol टोल; bajar बजार; chowk चोक; kilo किलो; taul तौल; naata नाता
badhai बधाई; samabedana समवेदना; kaha कहाँ; kahaa कहाँ
january जनवरी; february फेब्रुअरी; april अप्रिल; june जुन; july जुलाई; august अगस्ट
september सेप्टेम्बर; october अक्टोबर; november नोभेम्बर; december डिसेम्बर
galat गलत; galti गल्ती; maaf माफ; maf माफ; hamilai हामीलाई; sabaile सबैले; sathiharu साथीहरू
"""
"""Short words of Nepali in Latin letters, whose sound alone says too little."""
ROMANISED_SPELLINGS = dict(
    pair.split() for line in ROMANISED_WORDS.strip().splitlines() for pair in line.split(";")
)
AMBIGUOUS_ROMANISED = word_set(
    "ma ko le ho ki ka ra u ta ni re hai hun chan sal yo phone number kam man gate push pus ba"
    " mai pad mobile sir miss madam mummy hal hau tira gae bau last din day wife husband"
    " divorce kilo january february april june july august september october november december"
)
"""Small words that other languages and names also have, so that they alone show nothing."""
CLEAR_ROMANISED = frozenset(ROMANISED_SPELLINGS) - AMBIGUOUS_ROMANISED
"""Words that show a text to be Nepali, and are no part of a name."""
