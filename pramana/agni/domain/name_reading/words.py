"""Words by which the names in a document are told from its headings, labels, amounts and dates."""

ENGLISH_BODY_ENDS = """
Ministry Department Commission Committee Council Authority Bank Company Corporation Limited
Association Federation Society Foundation Institute University College School Hospital Court Party
Congress Union Office Bureau Agency Board Secretariat Army Police Parliament Assembly Trust Group
Club Academy Centre Center Forum Alliance Airlines Industries Holdings Campus Directorate Tribunal
Organization Organisation Embassy Fund Force Chamber Network Cooperative Project Programme Program
Scheme Plant Initiative Campaign Sewa Samiti Manch Sangh Parishad Nirman Samuha Sanstha Mahasangh
Udhyog Udyog Pratisthan Nigam Bikas Traders Trading Suppliers Supplier Enterprises Enterprise
Builders Engineering Engineers Consult Consultancy Consultants Consulting Construction
Constructions Contractors Associates Services Solutions Technologies Systems Insurance Finance
Hydropower Hydro Energy Media Dispatch Daily Weekly Herald Gazette Publications Publication Radio
Television Hotel Morcha Front Laboratory Clinic Pharmacy Pharmaceuticals Cement Brewery Motors
Exports Imports Ventures Capital Securities Microfinance Logistics Airways Museum Library
Monastery Ashram Kendra Dal Sabha Guthi JV Mill Mills Stores Bakery Nursery Printers Jewellers
Electronics Garments Workshop Valuers Transport Roadways Carriers Travels Treks Tours Bhandar Pasal
Polytechnic Resort Lodge Restaurant Beverages Foods Poultry Farms Dairy Gumba Mandir
"""
"""Last words of the names of organisations and projects."""

LEGAL_FORMS = (
    r"(?:Pvt\.?\s?Ltd|P\.?\s?Ltd|Private Limited|Ltd|Limited|Inc|LLC|LLP|PLC|Plc|Corp|Co|ApS|A/S|"
    r"GmbH|AG|BV|S\.?A)"
)
"""Forms of companies, which end a name whatever stands before them."""

PROJECT_ENDS = """
Project Programme Program Scheme Plant Park Corridor Canal Tunnel Airport Dam Pipeline Complex
Terminal Expressway
"""

ENGLISH_PLACE_ENDS = """
Municipality District Province Zone River Lake Valley Mountain Island Highway Street Chowk Village
Bazaar Bazar Hill Peak Ward Tole City Town Marg Road Danda Khola Bhanjyang Himal Lekh Deurali
Pokhari Tal Nadi Chaur Gaun Ghat
"""
NEPALI_BODY_HEADS = """
मन्त्रालय विभाग आयोग समिति परिषद् परिषद निगम प्राधिकरण बैंक बैङ्क कम्पनी लिमिटेड लि प्रालि प्रा.लि. प्रा.लि लि.
संस्थान प्रतिष्ठान कार्यालय अदालत न्यायालय विश्वविद्यालय कलेज क्याम्पस विद्यालय महाविद्यालय अस्पताल सचिवालय
निर्देशनालय बोर्ड कोष महासंघ संघ सङ्घ पार्टी दल मञ्च मंच मोर्चा फोरम सरकार प्रहरी सेना संसद प्रतिनिधिसभा आयोजना
परियोजना कार्यक्रम सहकारी संस्था फाउन्डेसन ट्रस्ट एसोसिएसन सेवा कन्स्ट्रक्सन निर्माण उद्योग ट्रेडर्स सप्लायर्स
इन्टरप्राइजेज बिल्डर्स कन्सल्ट कन्सल्टेन्सी इन्जिनियरिङ इन्स्योरेन्स बीमा दैनिक साप्ताहिक इजलास केन्द्र एकाइ गुठी क्लब
वाहिनी महाशाखा दूतावास राजदूतावास प्रयोगशाला समूह कार्यदल इन्स्टिच्युट एकेडेमी होटल हाइड्रोपावर जलविद्युत्
स्वास्थ्यचौकी किताबखाना कारखाना पुस्तकालय शिक्षालय संग्रहालय सङ्ग्रहालय सञ्जाल नेटवर्क चेम्बर जेभी मिल सोसाइटी
प्रकाशन युनियन न्यायाधिकरण परिसंघ ब्युरो
"""
"""Last words of Nepali names of organisations and projects."""

STRONG_NEPALI_HEADS = """
मन्त्रालय विभाग आयोग परिषद् परिषद निगम प्राधिकरण लिमिटेड लि प्रालि प्रा.लि. प्रा.लि लि. संस्थान प्रतिष्ठान
कार्यालय अदालत विश्वविद्यालय क्याम्पस विद्यालय महाविद्यालय अस्पताल निर्देशनालय महासंघ पार्टी मञ्च आयोजना
परियोजना सहकारी राजदूतावास दूतावास बैंक बोर्ड हाइड्रोपावर बिल्डर्स ट्रेडर्स सप्लायर्स इन्टरप्राइजेज कन्सल्टेन्सी
सचिवालय सरकार किताबखाना कारखाना समिति एकाइ संस्था केन्द्र संघ सङ्घ दल मोर्चा प्रयोगशाला शिक्षालय संग्रहालय
सङ्ग्रहालय सञ्जाल नेटवर्क चेम्बर जेभी कन्स्ट्रक्सन कन्सल्ट सोसाइटी न्यायाधिकरण परिसंघ ब्युरो
"""
"""Heads that make a name of the words before them, even where no tagger saw one."""

LOCAL_BODY_HEADS = """
महानगरपालिका उपमहानगरपालिका नगरपालिका गाउँपालिका गाउपालिका न.पा. न.पा गा.पा. गा.पा म.न.पा. म.न.पा
उ.म.न.पा. उ.म.न.पा नपा गापा गा.वि.स. गा.वि.स गाविस
"""
GENERIC_ADJECTIVES = "निजी सरकारी सामुदायिक गैरसरकारी जिल्ला नगर गाउँ क्षेत्रीय प्रादेशिक स्थानीय"
"""Before a word for a body these make no name: निजी विद्यालय."""

PUBLIC_NEPALI_HEADS = """
निर्देशनालय सचिवालय पार्टी दल आयोग मन्त्रालय विभाग कार्यालय अदालत परिषद् प्राधिकरण समिति
"""
"""Bodies that are not called by a surname; a company is: थापा बिल्डर्स."""

WEAK_NEPALI_HEADS = "समिति एकाइ संस्था केन्द्र संघ सङ्घ दल मोर्चा"
"""Heads that need two words before them: a committee is often only what was just set up."""

PLACE_HEADS = "जिल्ला प्रदेश अञ्चल टोल चोक बजार गाउँ मार्ग"

NOT_BEFORE_A_HEAD = """
सुरु सुरुमा सोउपर
उता यता पुनः स्वयम् केही महत्त्वपूर्ण दैनिकजसो सत्तासीन राजनैतिक निम्ति हजार सय दुइ दुवै विचार अभिलेख यसैगरी क्रमशः
कर्मचारी परिवार सम्झौता छ छन् थियो उन उनकी उहाँकी उहाँको निजको सोमबार मंगलबार बुधबार बिहीबार शुक्रबार
शनिबार आइतबार राजनीतिक संसदीय विपक्षी सत्तारूढ परम्परागत पुराना पुराना छुट्टै मतदान स्थायी अस्थायी एक कुरा दोषी
लागि के हो यस्तै स्वतः यतिबेला अन्ततः बल्ल हतारहतार किनकि जुन जसको अहिले तत्काल विशेषगरी खासगरी सुनुवाइ नाती
विदेशी ठूलो सानो राम्रो नयाँ पुरानो धेरै थोरै पूरा सारा हरेक त नै चाहिँ अनि र वा तथा एवं पनि तर यस यसै उक्त सो
सोही निज निजको यो त्यो यी ती सबै प्रत्येक कुनै अन्य विभिन्न नयाँ स्थानीय सम्बन्धित तत्कालीन पूर्व श्री श्रीमती सुश्री
माननीय विद्वान् आज हिजो भोलि गत आगामी भने भनी भन्ने गर्ने गरी हुने भई भएका बमोजिम अनुसार समेत मार्फत समक्ष
लगायत सम्म देखि पछि अघि अगाडि बारे सम्बन्धी विरुद्ध बीच मात्र केवल दुई तीन चार हाल अब त्यस यहाँ त्यहाँ जस्ता जस्तै
अर्को पहिलो दोस्रो संयुक्त मिति विषय वादी प्रतिवादी निवेदक जाहेरवाला साक्षी तसर्थ अतः यसर्थ त्यसैले त्यसपछि यसैबीच
यद्यपि तथापि किनभने जसमा जहाँ उहाँ उनी उनको निजले रकम गते साल रोज बजे दिन महिना वर्ष आफ्नै हाम्रा मेरो तपाईंको
यसको त्यसको पदस्थापन कम्पनी ठेक्का बिल चेक भुक्तानी लागत इच्छुक सफल असफल छनोट देहायका निम्न तपसिलका उल्लेखित
स्वीकृत प्रस्तावित नामक नामको भनिएको बोधार्थ प्रस्तुत प्रति हामी म तपाईं आफ्नो हाम्रो सम्पूर्ण आदरणीय कार्यरत बस्ने
निवासी छोरा छोरी नाति पत्नी श्रीमान्
"""
ACTION_WORDS = """
व्यवस्थापन व्यवस्था विकास सेवा सुधार नियन्त्रण संरक्षण अनुसन्धान अनुगमन तालिम समन्वय निर्माण सञ्चालन प्रवर्द्धन
प्रवर्धन परीक्षण निरीक्षण सुपरिवेक्षण वितरण उत्पादन खरिद नियमन मूल्याङ्कन मूल्यांकन परिचालन विस्तार प्रशोधन
भण्डारण रोकथाम उद्धार पुनःस्थापना पुनर्स्थापना परामर्श प्रशिक्षण सम्भार मर्मत
"""
"""What a body does with the thing before it: these begin no name (औषधि व्यवस्था विभाग)."""

FIELD_WORDS = """
दलित जनजाति आदिवासी मधेसी मुस्लिम किशोरी अपाङ्ग अपाङ्गता भूमिहीन सुकुम्बासी बचतकर्ता हुलाक औषधि औषध आयुर्वेद
रक्तसञ्चार बागवानी मत्स्य मौरी अलैंची फलफूल तरकारी कुखुरा गुणस्तर नापतौल कारागार पुरातत्व अभिलेख छात्रवृत्ति परीक्षा
पाठ्यक्रम मौसम जलवायु भूकम्प भेटेरिनरी छाला ऊन जडीबुटी रेशम उखु दलहन माटो फोहोरमैला ढल लागु
"""
"""What bodies deal with, beside the words that we translate."""

SUB_UNITS = """
शाखा महाशाखा फाँट इकाई एकाइ कक्ष डेस्क section unit division desk cell branch wing department
"""
"""Parts of an office; such a part is no body of its own unless it bears a name."""

INNER_BODIES = """
समिति उपसमिति कार्यदल टोली committee subcommittee sub-committee team panel assembly taskforce
"""
INNER_TASKS = """
मूल्याङ्कन मूल्यांकन छनोट छनौट सञ्चालक कार्य पुनरावलोकन निर्धारण छानबिन जाँचबुझ अनुगमन निरीक्षण सिफारिस खरिद
विद्यालय पदपूर्ति आयोजक तयारी लेखा प्राविधिक सल्लाहकार कार्यकारी व्यवस्थापन माग मूल्य संयुक्त आन्तरिक बढुवा अनुशासन
selection evaluation executive audit procurement steering organising organizing management hiring
search working inquiry enquiry review finance advisory ad-hoc technical joint internal monitoring
investigation probe assessment recruitment disciplinary drafting nomination bid tender central
provincial municipal local ward district
"""
"""What a committee inside a body is for: a name made only of these is that of no body."""

FESTIVALS = """
dashain dashami tihar deepawali diwali chhath holi teej lhosar losar maghi eid ramadan christmas
easter shivaratri दशैं दसैं दशैँ तिहार दीपावली छठ होली तीज ल्होसार माघी इद क्रिसमस शिवरात्रि विजयादशमी
"""
OCCASIONS = """
jayanti purnima jatra diwas puja parba ekadashi day week festival season mela
जयन्ती पूर्णिमा जात्रा दिवस पूजा पर्व एकादशी महोत्सव सप्ताह मेला चाडपर्व
"""
"""Last words of the names of days and feasts."""

POSTPOSITIONS = "बिना बाहेक सिवाय विपरीत मध्ये सरह अन्तर्गत मातहत माफिक निमित्त बापत वापत"
"""Small words after a noun, which end what stands before a name."""

GENERAL_WORDS = """
bench single
house lease rent deed certificate obituary bail appeal hearing client consultant employer
contractor employee supplier purchaser buyer seller owner tenant landlord lender borrower party
parties first second plaintiff defendant petitioner respondent appellant complainant accused
witness witnesses agreement contract services service term terms fee fees payment notice notices
documents document termination disputes dispute annex appendix schedule section article clause
chapter table figure page part volume enclosure enclosures attachment copy cc subject reference
ref no number date dated to from attention dear sir madam yours faithfully sincerely signature
signed seal stamp name address phone tel telephone fax mobile email e-mail website contact
contacts media press release statement joint immediate report minutes meeting agenda decision
decisions resolution order judgment judgement verdict case charge sheet notice announcement
invitation bid bids tender quotation letter memo memorandum circular bulletin newsletter head
office branch branches main central headquarters key staff persons person team total amount rate
unit units vat tax pan tds npr nrs rs inr usd eur rupees dollars lakh crore million billion
percent per annum january february march april may june july august september october november
december jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday
saturday sunday baisakh baishakh jestha asar ashad ashadh shrawan saun bhadra asoj ashwin kartik
mangsir poush push magh falgun phalgun chaitra bs ad today yesterday tomorrow morning evening the
a an this that these those he she it they we i you his her its their our your my and or but of for
in on at by with into upon as if when while where however therefore whereas parliament government
ministry department commission committee council authority bank company corporation association
court office board party congress union police army assembly municipality district province ward
zone village city mayor minister president chairperson secretary director engineer judge advocate
spokesperson member officer manager results result votes vote election elected candidate
candidates constituency winner appointed appointment letterhead summary introduction background
conclusion annexure remarks note notes details particulars description item items quantity serial
sn s.n position post designation qualification experience salary grade level fiscal year budget
memorandum understanding list claimants claimant fagun donor grantee recipient beneficiary trustee
vendor signatory signatories undersigned participants attendance invited chair result grand
subtotal
regional corporate registered liaison zonal
eleventh twelfth thirteenth
fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth twenty thirty
forty fifty sixty third fourth fifth sixth seventh eighth ninth
tenth annual general special extraordinary rural metropolitan sub-metropolitan municipalities
publication published publish issue
advertisement advert sponsored subscribe subscription login logout menu search share tags related
comments comment copyright npt gmt utc ist am pm edition epaper breaking newsroom
condolence obituary cremation survived aged born died late mr mrs ms dr er hon prof adv
shri smt
"""
"""English words that name nothing by themselves; a proposal made of them alone is no entity."""

NEPALI_GENERAL_WORDS = """
इजलास परमादेश उत्प्रेषण प्रतिषेध बन्दीप्रत्यक्षीकरण निवेदन आदेश उपचार घटना मिति विषय सूचना प्रेस विज्ञप्ति विज्ञप्ती
फैसला मुद्दा नं नम्बर वादी प्रतिवादी प्रतिवादीहरू विरुद्ध निवेदक प्रत्यर्थी विपक्षी साक्षी जाहेरवाला तथ्य खण्ड ठहर
आदेश इति सम्वत् बोधार्थ रोहवर हस्ताक्षर नाम ठेगाना फोन सम्पर्क इमेल पद श्रेणी तह विवरण क्र.सं. सि.नं. जम्मा रकम रु
रु. रुपैयाँ रुपैँया प्रतिशत करोड लाख हजार अर्ब दर परिमाण एकाइ कैफियत संयुक्त वक्तव्य समिति आयोग कार्यालय बैंक अदालत
मन्त्रालय विभाग नगरपालिका गाउँपालिका महानगरपालिका जिल्ला प्रदेश वडा सरकार पार्टी दल संघ संस्था कम्पनी विद्यालय
अस्पताल आयोजना परियोजना केन्द्रीय प्रधान मुख्य शाखा केन्द्र बैठक निर्णय प्रस्ताव प्रतिवेदन अनुसूची दफा उपदफा नियम ऐन
परिच्छेद अभियोग आरोपपत्र अभियोगपत्र मागदाबी बिगो जरिबाना कैद घुस भ्रष्टाचार अनुसन्धान प्रमाण मिसिल बकपत्र
मुचुल्का चेक बिल खाता रसिद सम्झौता ठेक्का बोलपत्र निविदा दरभाउपत्र नियुक्ति पत्र सरुवा बढुवा अवकाश शोक समवेदना
निधन जन्म उमेर वर्ष साल गते महिना दिन घण्टा बजे माननीय विद्वान् श्री न्यायाधीश अधिवक्ता अध्यक्ष सदस्य सचिव प्रमुख
उपप्रमुख प्रवक्ता अधिकृत मन्त्री निर्देशक नगरप्रमुख निर्वाचन मतपरिणाम मत परिणाम विजयी उम्मेदवार सोही सो उक्त यस
निज प्रस्तुत देहाय निम्न तपसिल अनुसार बमोजिम प्रथम दोस्रो पटक प्रकाशित आर्थिक कर शुल्क दस्तुर राजस्व भुक्तानी धरौटी
हामी टोली लिई गरी भई दिई राखी मसान्त वैशाख जेठ असार साउन भदौ असोज कात्तिक कार्तिक मंसिर पुस माघ फागुन चैत
आइतबार सोमबार मंगलबार बुधबार बिहीबार शुक्रबार शनिबार बरामदी संलग्न अडियो
"""
NEPALI_ROLES = """
जमानी ऋणी साहु असामी जमानीकर्ता हकवाला हकदार अंशियार मोही वारेस वारिस पीडित बचतकर्ता
निक्षेपकर्ता ऋणदाता लगानीकर्ता सेयरधनी उपभोक्ता सेवाग्राही लाभग्राही परीक्षार्थी आवेदक
प्रस्तावक समर्थक भाडावाल बहालवाला क्रेता विक्रेता खरिदकर्ता आपूर्तिकर्ता कामदार मजदुर
छिमेकी आफन्त ग्राहक यात्रु बिरामी विद्यार्थी अभिभावक शिक्षक कृषक घरधनी जग्गाधनी सँधियार
स्टोरकिपर गोदामपाल सुपरभाइजर फोरम्यान इन्चार्ज
"""
"""What someone is to a case, a deal or a place; these stand before names and are none."""

NOT_BODY_STARTS = """
head main central branch joint press board team first second this key meeting media local office
private the our your their same sub other केन्द्रीय प्रधान मुख्य शाखा संयुक्त उक्त सोही यस सो स्थानीय
"""
"""Before a general word for a body these make no name: Head Office, केन्द्रीय कार्यालय."""

BODY_STARTS = """
district election high supreme special federal public national police government ministry
department provincial जिल्ला उच्च सर्वोच्च विशेष निर्वाचन संघीय प्रदेश अर्थ नगर गाउँ
"""
"""First words that make a name of general words: District Police Office."""

COMMON_STARTS = """
rastriya nepali nepal
national नेपाल राष्ट्रिय district जिल्ला central केन्द्रीय supreme special high विशेष सर्वोच्च उच्च new
public the office ministry department कार्यालय himalayan
"""
"""First words that many bodies share: none stands for the whole name."""

FORM_WORDS = """
pvt ltd limited private co company inc llc plc corp aps gmbh ag p bank प्रा.लि प्रा लि लिमिटेड प्रालि
कम्पनी बैंक संस्था
"""
"""Words at the end of a company's name that may be left out."""

CONTRACT_ROLES = """
client consultant employer contractor employee supplier purchaser buyer seller owner tenant bank
landlord lender borrower party plaintiff defendant petitioner respondent company project office
council committee donor grantee
"""
"""Words in brackets that a contract uses for a party; they name nobody outside it."""

TITLES_NE = """
श्री श्रीमती सुश्री डा प्रा ई इ माननीय मा सम्माननीय विद्वान् विद्वान स्व स्वर्गीय निज कमरेड क
"""
DOTTED_TITLES_NE = "मा ई इ स्व क"
"""Titles only with a dot: मा. is माननीय, मा is an ending."""

NEED_A_NAME = "पार्टी दल विद्यालय सहकारी बैंक राजदूतावास अस्पताल सरकार क्याम्पस"
"""After a single word these are a name only if that word is one: पाटन अस्पताल, not अर्को अस्पताल."""

COMPASS = "east west north south upper lower eastern western northern southern"
"""Words that begin many names and distinguish none."""

UNION_HEADS = "समूह सहकारी संघ सङ्घ महासंघ महासङ्घ युनियन परिषद् मञ्च मंच एसोसिएसन संगठन सङ्गठन परिसंघ मोर्चा"
"""Bodies called by the people in them: यातायात व्यवसायी महासंघ."""

BROADCASTS = """
Online News Khabar Samachar Today Standard Reporter Voice Bulletin Sandesh Times Post Dispatch
Herald Daily Weekly Gazette Tribune Chronicle Observer Journal Express Mirror Patrika
Courier Sentinel Monitor Darpan
"""
"""Last words of the names of newspapers."""
