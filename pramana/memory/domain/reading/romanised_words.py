"""Small words of Nepali in Latin letters, by the spelling in Devanagari."""

from pramana.memory.domain.reading.lexicon import word_set

SMALL_WORDS = """
aama आमा; ama आमा; amaa आमा; mama मामा; baba बाबा; buwa बुवा; bua बुवा; ba बा; bhane भने
vane भने; yadi यदि; aile अहिले; aele अहिले; pachi पछि; pachhi पछि; agadi अगाडि; tespachi त्यसपछि
baisakh वैशाख; baishakh वैशाख; jeth जेठ; jestha जेठ; asar असार; asadh असार; saun साउन
shrawan साउन; bhadau भदौ; bhadra भदौ; asoj असोज; kartik कात्तिक; katik कात्तिक; mangsir मंसिर
poush पुस; pus पुस; push पुस; magh माघ; fagun फागुन; phagun फागुन; falgun फागुन; chait चैत
chaitra चैत; gate गते; man मन; chori छोरी; chora छोरा; thiye थिएँ; thie थिएँ; hunuhunthyo हुनुहुन्थ्यो
sayad सायद; hola होला; huncha हुन्छ; hunchha हुन्छ; thulo ठूलो; sano सानो; euta एउटा; arko अर्को
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
jimma जिम्मा; jimmewari जिम्मेवारी; sadasya सदस्य; adhyaksha अध्यक्ष; sachib सचिव
sachiv सचिव; mobile मोबाइल; eutai एउटै; sir सर; miss मिस; madam म्याडम; tira तिर
bhanne भन्ने; vanne भन्ने; bhanera भनेर; bhanchha भन्छ; bhancha भन्छ; sabai सबै
matra मात्र; ajhai अझै; ahilei अहिले; barsha वर्ष; barse वर्षे; ghar घर; mai मै
nani नानी; babu बाबु; chhau छौँ; chau छौँ; thiyau थियौँ; hau हौँ; haun हौँ
thiyen थिएँ; bachha बच्चा; bacha बच्चा; yehi यही; tyahi त्यही; afnai आफ्नै
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
galat गलत; galti गल्ती; maaf माफ; maf माफ; hamilai हामीलाई; sabaile सबैले; sathiharu साथीहरू
"""
"""Short words, whose sound alone says too little."""
SPELLINGS = dict(
    pair.split() for line in SMALL_WORDS.strip().splitlines() for pair in line.split(";")
)
AMBIGUOUS = word_set(
    "ma ko le ho ki ka ra u ta ni re hai hun chan sal yo phone number kam man gate push pus ba"
    " mai pad mobile sir miss madam mummy hal hau tira gae bau last din day wife husband"
    " divorce kilo"
)
"""Small words that other languages and names also have, so that they alone show nothing."""
CLEAR_WORDS = frozenset(SPELLINGS) - AMBIGUOUS
"""Words that show a text to be Nepali, and are no part of a name."""
