"""Sentences said by Anita on Sunday 15 November 2026, and the facts a careful reader takes.

Indented below each: subject | relation | object | since, with `now` for the moment of speaking, `-`
where nothing is said, and `until DAY` where it ended. Sentences without facts tell none.
"""

GOLD = """
Sita became minister of finance yesterday.
    Sita | MINISTER_OF | finance | 2026-11-14
Sita Gurung became minister of health.
    Sita Gurung | MINISTER_OF | health | now
Ram Thapa was appointed finance minister on 3 May.
    Ram Thapa | MINISTER_OF | finance | 2026-05-03
Hari Khanal was elected mayor of Pokhara in 2022.
    Hari Khanal | MAYOR_OF | Pokhara | 2022-01-01
Nepal's prime minister is Sita Gurung.
    Sita Gurung | PRIME_MINISTER_OF | Nepal | now
The mayor of Dharan is Hari Khanal.
    Hari Khanal | MAYOR_OF | Dharan | now
Ram Thapa, the mayor of Pokhara, visited Kathmandu.
    Ram Thapa | MAYOR_OF | Pokhara | now
    Ram Thapa | VISITED | Kathmandu | now
Sunil Karki is the CEO of Acme.
    Sunil Karki | CEO_OF | Acme | now
Maya Rai is the president of Nepal.
    Maya Rai | PRESIDENT_OF | Nepal | now
Ram Thapa was president of Nepal.
    Ram Thapa | PRESIDENT_OF | Nepal | until now
Gita Sharma is the deputy mayor of Lalitpur.
    Gita Sharma | DEPUTY_MAYOR_OF | Lalitpur | now
Hari Khanal is the director of Nabil Bank.
    Hari Khanal | HEAD_OF | Nabil Bank | now
Kathmandu is the capital of Nepal.
    Kathmandu | CAPITAL_OF | Nepal | now
Maya Rai chairs the National Planning Commission.
    Maya Rai | CHAIR_OF | National Planning Commission | now
Ram joined Acme in 2019.
    Ram | WORKS_AT | Acme | 2019-01-01
I work at Google.
    Anita | WORKS_AT | Google | now
I have worked at Google since 2019.
    Anita | WORKS_AT | Google | 2019-01-01
I've worked for Nabil Bank for three years.
    Anita | WORKS_AT | Nabil Bank | 2023-11-15
I joined Microsoft last month.
    Anita | WORKS_AT | Microsoft | 2026-10-01
I don't work at Google anymore.
    Anita | WORKS_AT | Google | until now
I no longer work at Google.
    Anita | WORKS_AT | Google | until now
I used to work at Acme.
    Anita | WORKS_AT | Acme | until now
I left Google last Friday.
    Anita | WORKS_AT | Google | until 2026-11-13
Ram Thapa resigned from Nabil Bank yesterday.
    Ram Thapa | WORKS_AT | Nabil Bank | until 2026-11-14
Sunil Karki was hired by Microsoft two weeks ago.
    Sunil Karki | WORKS_AT | Microsoft | 2026-11-01
Maya Rai is employed by Nepal Telecom.
    Maya Rai | WORKS_AT | Nepal Telecom | now
I started working at Google in May.
    Anita | WORKS_AT | Google | 2026-05-01
I stopped working at Google last year.
    Anita | WORKS_AT | Google | until 2025-01-01
I worked at Google from 2010 to 2015.
    Anita | WORKS_AT | Google | 2010-01-01
I am a software engineer.
    Anita | HAS_POSITION | software engineer | now
I work as a nurse.
    Anita | HAS_POSITION | nurse | now
Sunil Karki became a teacher in 2020.
    Sunil Karki | HAS_POSITION | teacher | 2020-01-01
I was promoted to senior manager last week.
    Anita | HAS_POSITION | senior manager | 2026-11-02
I report to Sunil Karki.
    Anita | REPORTS_TO | Sunil Karki | now
I live in Pokhara.
    Anita | LIVES_IN | Pokhara | now
I have lived in Pokhara for two years.
    Anita | LIVES_IN | Pokhara | 2024-11-15
We moved from Pokhara to Kathmandu two weeks ago.
    Anita | LIVES_IN | Pokhara | until 2026-11-01
    Anita | LIVES_IN | Kathmandu | 2026-11-01
Ram Thapa lives in Lalitpur.
    Ram Thapa | LIVES_IN | Lalitpur | now
Ram Thapa and Maya Rai live in Dharan.
    Ram Thapa | LIVES_IN | Dharan | now
    Maya Rai | LIVES_IN | Dharan | now
I moved to London in 2023.
    Anita | LIVES_IN | London | 2023-01-01
I used to live in Berlin.
    Anita | LIVES_IN | Berlin | until now
Ram Thapa joined Nabil Bank in 2019. He lives in Lalitpur.
    Ram Thapa | WORKS_AT | Nabil Bank | 2019-01-01
    Ram Thapa | LIVES_IN | Lalitpur | now
My sister Maya lives in Pokhara.
    Maya | SIBLING_OF | Anita | now
    Maya | LIVES_IN | Pokhara | now
My brother works at Google.
    Anita's brother | SIBLING_OF | Anita | now
    Anita's brother | WORKS_AT | Google | now
Maya is my sister. She works for Nabil Bank.
    Maya | SIBLING_OF | Anita | now
    Maya | WORKS_AT | Nabil Bank | now
My husband is Ram.
    Anita | MARRIED_TO | Ram | now
I married Ram Thapa in 2015.
    Anita | MARRIED_TO | Ram Thapa | 2015-01-01
Ram Thapa is married to Maya Rai.
    Ram Thapa | MARRIED_TO | Maya Rai | now
I divorced Ram Thapa last year.
    Anita | MARRIED_TO | Ram Thapa | until 2025-01-01
    Anita | DIVORCED_FROM | Ram Thapa | 2025-01-01
Sunil Karki is my friend.
    Anita | FRIEND_OF | Sunil Karki | now
My mother lives in Dharan.
    Anita's mother | PARENT_OF | Anita | now
    Anita's mother | LIVES_IN | Dharan | now
Ram Thapa is the father of Maya Rai.
    Ram Thapa | PARENT_OF | Maya Rai | now
My boss is Sunil Karki.
    Anita | REPORTS_TO | Sunil Karki | now
I met Sunil Karki yesterday.
    Anita | KNOWS | Sunil Karki | 2026-11-14
I love pizza and momo.
    Anita | LIKES | pizza | now
    Anita | LIKES | momo | now
I don't like coffee.
    Anita | DISLIKES | coffee | now
I hate rain.
    Anita | DISLIKES | rain | now
Ram Thapa enjoys hiking.
    Ram Thapa | LIKES | hiking | now
I'm a big fan of Nirvana.
    Anita | LIKES | Nirvana | now
Maya Rai prefers tea.
    Maya Rai | LIKES | tea | now
I no longer like coffee.
    Anita | LIKES | coffee | until now
I have a dog named Rex.
    Anita | OWNS | Rex | now
I bought a red car yesterday.
    Anita | OWNS | red car | 2026-11-14
I own a small house.
    Anita | OWNS | small house | now
I sold my car last week.
    Anita | OWNS | Anita's car | until 2026-11-02
We adopted a cat last Saturday.
    Anita | OWNS | cat | 2026-11-14
My dog Bruno is sick.
    Anita | OWNS | Bruno | now
I was born in Dharan in 1990.
    Anita | BORN_IN | Dharan | 1990-01-01
Ram Thapa was born in Pokhara.
    Ram Thapa | BORN_IN | Pokhara | now
Hari Khanal is 32 years old.
    Hari Khanal | HAS_AGE | 32 years | now
I study at Tribhuvan University.
    Anita | STUDIES_AT | Tribhuvan University | now
I graduated from Kathmandu University in 2018.
    Anita | STUDIES_AT | Kathmandu University | until 2018-01-01
Maya Rai studies physics.
    Maya Rai | STUDIES | physics | now
I enrolled at Tribhuvan University in 2021.
    Anita | STUDIES_AT | Tribhuvan University | 2021-01-01
I visited Paris last summer.
    Anita | VISITED | Paris | 2026-06-01
I went to Pokhara yesterday.
    Anita | VISITED | Pokhara | 2026-11-14
Nabil Bank is headquartered in Kathmandu.
    Nabil Bank | HEADQUARTERED_IN | Kathmandu | now
Lumbini is located in Rupandehi.
    Lumbini | LOCATED_IN | Rupandehi | now
I'm going to visit Paris next month.
    Anita | PLANS | visit Paris | now
I want to learn guitar.
    Anita | PLANS | learn guitar | now
I plan to buy a house next year.
    Anita | PLANS | buy a house | now
I will move to London in two weeks.
    Anita | PLANS | move to London | now
Sunil Karki founded Himal Books in 2012.
    Sunil Karki | CREATED | Himal Books | 2012-01-01
Maya Rai wrote a novel.
    Maya Rai | CREATED | novel | now
Laxmi Prasad Devkota wrote Muna Madan.
    Laxmi Prasad Devkota | CREATED | Muna Madan | now
I speak Nepali and English.
    Anita | SPEAKS | Nepali | now
    Anita | SPEAKS | English | now
I play the guitar.
    Anita | PLAYS | guitar | now
Maya Rai is a member of Nepali Congress.
    Maya Rai | MEMBER_OF | Nepali Congress | now
Rex is a dog.
    Rex | IS_A | dog | now
Sita Gurung is no longer minister of health.
    Sita Gurung | MINISTER_OF | health | until now
Ram Thapa stepped down as mayor of Pokhara yesterday.
    Ram Thapa | MAYOR_OF | Pokhara | until 2026-11-14
Maya Rai replaced Ram Thapa as mayor of Pokhara.
    Maya Rai | MAYOR_OF | Pokhara | now
Google acquired YouTube in 2006.
    Google | OWNS | YouTube | 2006-01-01
My birthday is on 3 May.
    Anita | BORN_ON | 3 May | -
My favorite food is momo.
    Anita | LIKES | momo | now
I am from Ilam.
    Anita | COMES_FROM | Ilam | now
I am allergic to peanuts.
    Anita | ALLERGIC_TO | peanuts | now
सीता गुरुङ अर्थमन्त्री भइन्।
    सीता गुरुङ | MINISTER_OF | अर्थ | now
हरि खनाल पोखराका मेयर हुन्।
    हरि खनाल | MAYOR_OF | पोखरा | now
राम थापा नबिल बैंकमा काम गर्छन्।
    राम थापा | WORKS_AT | नबिल बैंक | now
म पोखरामा बस्छु।
    Anita | LIVES_IN | पोखरा | now
राम थापा २०४५ सालमा पोखरामा जन्मिए।
    राम थापा | BORN_IN | पोखरा | 1988-04-13
सीता गुरुङ काठमाडौंमा बस्छिन्।
    सीता गुरुङ | LIVES_IN | काठमाडौं | now
राम थापा हिजो प्रधानमन्त्री भए।
    राम थापा | HAS_POSITION | प्रधानमन्त्री | 2026-11-14
I was born on 3 May 1990 in Dharan.
    Anita | BORN_ON | 3 May 1990 | -
    Anita | BORN_IN | Dharan | 1990-05-03
My email is anita@example.com.
    Anita | HAS_EMAIL | anita@example.com | -
Ram's phone number is 9841234567.
    Ram | HAS_PHONE | 9841234567 | -
I am 34.
    Anita | HAS_AGE | 34 years | now
I turned 30 last week.
    Anita | HAS_AGE | 30 years | 2026-11-02
I'm single.
    Anita | HAS_STATUS | single | now
I'm retired.
    Anita | IS_A | retired | now
I am a vegetarian.
    Anita | IS_A | vegetarian | now
The Kalika tender is open.
    Kalika tender | HAS_STATUS | open | now
The Kalika Bridge project was suspended on 3 May.
    Kalika Bridge project | HAS_STATUS | suspended | 2026-05-03
I lived in Berlin until last May.
    Anita | LIVES_IN | Berlin | until 2026-05-01
I quit my job at Nabil Bank yesterday.
    Anita | WORKS_AT | Nabil Bank | until 2026-11-14
I left my job at Google.
    Anita | WORKS_AT | Google | until now
Sita Gurung left Suryakot Municipality last Friday.
    Sita Gurung | WORKS_AT | Suryakot Municipality | until 2026-11-13
I moved from Pokhara last year.
    Anita | LIVES_IN | Pokhara | until 2025-01-01
I enjoy playing the guitar.
    Anita | LIKES | playing the guitar | now
I have two cats.
    Anita | OWNS | two cats | now
I got a puppy last week.
    Anita | OWNS | puppy | 2026-11-02
My son Aarav loves dinosaurs.
    Aarav | CHILD_OF | Anita | now
    Aarav | LIKES | dinosaurs | now
Hari Thapa was replaced by Sita Gurung as mayor of Suryakot.
    Hari Thapa | MAYOR_OF | Suryakot | until now
    Sita Gurung | MAYOR_OF | Suryakot | now
Sita Gurung took over as mayor of Suryakot in May.
    Sita Gurung | MAYOR_OF | Suryakot | 2026-05-01
Ram Thapa has been mayor of Suryakot since 2022.
    Ram Thapa | MAYOR_OF | Suryakot | 2022-01-01
Bimala Rai was elected chair of the committee in 2024.
    Bimala Rai | CHAIR_OF | committee | 2024-01-01
I was a teacher until 2020.
    Anita | HAS_POSITION | teacher | until 2020-01-01
I work at Nabil Bank as an accountant.
    Anita | WORKS_AT | Nabil Bank | now
    Anita | HAS_POSITION | accountant | now
I'm the new procurement officer at Suryakot Municipality.
    Anita | HAS_POSITION | new procurement officer | now
    Anita | WORKS_AT | Suryakot Municipality | now
Ram Bahadur Thapa is the director of Himchuli Nirman Sewa.
    Ram Bahadur Thapa | HEAD_OF | Himchuli Nirman Sewa | now
We went to a concert yesterday.
    Anita | ATTENDED | concert | 2026-11-14
I opened a shop in 2020.
    Anita | CREATED | shop | 2020-01-01
I loved "Muna Madan" as a child.
    Anita | LIKES | Muna Madan | now
My grandmother passed away last year.
    Anita's grandmother | DIED | 2025-01-01 | 2025-01-01
    Anita's grandmother | RELATIVE_OF | Anita | until now
Hey Ram, I live in Pokhara.
    Anita | LIVES_IN | Pokhara | now
Well, Maya, I love tea!
    Anita | LIKES | tea | now
मलाई चिया मन पर्छ।
    Anita | LIKES | चिया | now
मलाई कफी मन पर्दैन।
    Anita | DISLIKES | कफी | now
मसँग एउटा कुकुर छ।
    Anita | OWNS | कुकुर | now
म शिक्षक हुँ।
    Anita | HAS_POSITION | शिक्षक | now
म ३४ वर्षको भएँ।
    Anita | HAS_AGE | 34 years | now
मेरो फोन नम्बर ९८४१२३४५६७ हो।
    Anita | HAS_PHONE | 9841234567 | now
मेरो इमेल anita@example.com हो।
    Anita | HAS_EMAIL | anita@example.com | now
मेरी बहिनी माया राई पोखरामा बस्छिन्।
    माया राई | SIBLING_OF | Anita | now
    माया राई | LIVES_IN | पोखरा | now
राम थापाले नबिल बैंकबाट राजीनामा दिए।
    राम थापा | WORKS_AT | नबिल बैंक | until now
राम थापा नबिल बैंकमा काम गर्दैनन्।
    राम थापा | WORKS_AT | नबिल बैंक | until now
राम थापा २०७५ सालदेखि नबिल बैंकमा काम गर्छन्।
    राम थापा | WORKS_AT | नबिल बैंक | 2018-04-14
विमला राईले सूर्यकोट नगरपालिकामा काम सुरु गरिन्।
    विमला राई | WORKS_AT | सूर्यकोट नगरपालिका | now
म काठमाडौंबाट पोखरामा बसाइँ सरेँ।
    Anita | LIVES_IN | काठमाडौं | until now
    Anita | LIVES_IN | पोखरा | now
हरि खनाल पोखराका मेयर थिए।
    हरि खनाल | MAYOR_OF | पोखरा | until now
सूर्यकोट नगरपालिकाका मेयर हरि खनाल हुन्।
    हरि खनाल | MAYOR_OF | सूर्यकोट नगरपालिका | now
राम थापा काठमाडौं गए।
    राम थापा | VISITED | काठमाडौं | now
राम थापा नबिल बैंकमा काम गर्छन्?
यदि राम थापा पोखरामा बस्छन् भने म आउँछु।
She's been a great addition to my life.
I wish I lived in Paris.
Is Maya your sister?
I am not a doctor.
If we stand together we can build a great community.
Thanks for letting me join your journey.
I'm a mix of excited and scared.
Wow, Maya, that's a really nice picture!
Thanks Maya - love the blue vase in the picture!
You're gonna win that race.
I'll watch your routine.
I just wanted to fill you in on my business.
We played games and ate together.
The kids love nature.
I've been busy painting.
He taught us the importance of love.
Maybe I lived in Paris in another life.
Do you work at Google?
If I move to Pokhara, I will call you.
I might join Google.
You should visit Paris.
What a beautiful day!
Thanks, that sounds great.
I had a great time.
Let me know.
It is raining.
I would love to live in Paris.
Have you met Ram Thapa?
Sita told Ram that she was tired.
I never worked at Google.
Please visit Pokhara.
I wonder whether Ram Thapa works at Google.
He works at Google.
I think so too.
"""
