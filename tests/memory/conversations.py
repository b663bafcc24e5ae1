"""Conversations, and what a careful reader knows after each.

`>` is a message: when, who, what. `now`, `ended` and `never` are facts: subject, family, object,
and for the first two optionally the day since or until when. `same` and `apart` are names.
`ask` is a question and a word of the fact that must come first.
"""

CONVERSATIONS = """
# told late
> 2025-06-02T09:00+05:45 | Deepa Rana | For the audit ask Kamal Oli, he works at Gorkha Cement.
> 2025-07-10T09:00+05:45 | Deepa Rana | Kamal left Gorkha Cement in May, I only heard now.
ended | Kamal Oli | WORKS_AT | Gorkha Cement | 2025-05
same | Kamal Oli | Kamal

# since
> 2025-02-01T10:00+00:00 | Ines Duarte | I live in Porto. My number is 07700 900555.
> 2025-06-20T10:00+00:00 | Ines Duarte | I have been living in Braga since 1 April.
> 2025-06-21T10:00+00:00 | Ines Duarte | New number from today: 07700 900666.
ended | Ines Duarte | LIVES_IN | Porto | 2025-04-01
now | Ines Duarte | LIVES_IN | Braga | 2025-04-01
ended | Ines Duarte | HAS_PHONE | 07700 900555
now | Ines Duarte | HAS_PHONE | 07700 900666
ask | Where does Ines live now? | Braga
ask | What is Ines's phone number? | 900666

# the last day
> 2025-03-03T08:00+05:45 | Suraj Basnet | I work at Koshi Paints.
> 2025-08-01T08:00+05:45 | Suraj Basnet | My last day at Koshi Paints is 29 August.
> 2025-08-01T08:05+05:45 | Suraj Basnet | On 1 September I start at Lumbini Glass.
ended | Suraj Basnet | WORKS_AT | Koshi Paints | 2025-08-29
now | Suraj Basnet | WORKS_AT | Lumbini Glass | 2025-09-01

# handover
> 2025-01-10T18:00+01:00 | Greta Olsen | I am chair of the Fjord Rowing Club.
> 2025-04-02T18:00+01:00 | Greta Olsen | We elected Piotr Zielinski as chair of the club on Monday.
ended | Greta Olsen | CHAIR_OF | Fjord Rowing Club | 2025-03-31
now | Piotr Zielinski | CHAIR_OF | Fjord Rowing Club | 2025-03-31
ask | Who chairs the club now? | Piotr

# described people
> 2025-02-02T20:00+05:45 | Nisha Thapa | My husband is Bikram Shah.
> 2025-03-02T20:00+05:45 | Nisha Thapa | My husband works at Rapti Hydro.
now | Bikram Shah | WORKS_AT | Rapti Hydro
now | Nisha Thapa | MARRIED_TO | Bikram Shah
ask | Who is Nisha married to? | Bikram
ask | Where does Nisha's husband work? | Rapti

# a placeholder gets its name
> 2025-02-02T20:00+00:00 | Amara Obi | My husband works at Harrow Mills.
> 2025-02-03T20:00+00:00 | Amara Obi | My husband is Tunde Obi.
now | Tunde Obi | WORKS_AT | Harrow Mills

# divorce
> 2025-02-02T20:00+00:00 | Lena Fischer | My wife is Clara Vogt.
> 2025-09-02T20:00+00:00 | Lena Fischer | Clara and I got divorced on 20 August.
ended | Lena Fischer | MARRIED_TO | Clara Vogt | 2025-08-20

# never so
> 2025-02-02T20:00+00:00 | Ravi Menon | Otto worked at Blue Kite Films.
> 2025-02-03T20:00+00:00 | Otto Lindgren | I never worked at Blue Kite Films!
never | Otto Lindgren | WORKS_AT | Blue Kite Films

# a correction
> 2025-05-05T10:00+01:00 | Mona Adeyemi | My brother Femi lives in flat 3.
> 2025-05-06T10:00+01:00 | Mona Adeyemi | Sorry, I wrote flat 3. I meant flat 8.
now | Femi | LIVES_IN | flat 8
never | Femi | LIVES_IN | flat 3

# hearsay, questions, wishes, quotes
> 2025-05-05T10:00+01:00 | Hugo Blanc | I heard that Selma works at Orbit Dairy.
> 2025-05-05T10:02+01:00 | Hugo Blanc | Does Marta live in Lyon?
> 2025-05-05T10:04+01:00 | Hugo Blanc | I want to move to Naples one day.
> 2025-05-05T10:06+01:00 | Hugo Blanc | If I won the lottery I would buy a vineyard.
> 2025-05-05T10:08+01:00 | Hugo Blanc | Selma Krog said "I live in Aarhus".
never | Selma | WORKS_AT | Orbit Dairy
never | Marta | LIVES_IN | Lyon
never | Hugo Blanc | LIVES_IN | Naples
never | Hugo Blanc | OWNS | vineyard
never | Hugo Blanc | LIVES_IN | Aarhus
never | Selma Krog | LIVES_IN | Aarhus

# namesakes and nicknames
> 2025-05-05T10:00+01:00 | Katarina Novak | Everyone calls me Kat. I live in Brno.
> 2025-05-06T10:00+01:00 | Jan Dvorak | Kat works at Moravia Print.
> 2025-05-07T10:00+01:00 | Jan Dvorak | Katarina Mala works at Ostrava Steel.
now | Katarina Novak | WORKS_AT | Moravia Print
now | Katarina Mala | WORKS_AT | Ostrava Steel
same | Katarina Novak | Kat
apart | Katarina Novak | Katarina Mala

# tastes
> 2025-01-05T10:00+01:00 | Bruno Costa | I love espresso.
> 2025-04-05T10:00+01:00 | Bruno Costa | I don't like espresso any more. I love green tea now.
ended | Bruno Costa | LIKES | espresso | 2025-04-05
now | Bruno Costa | LIKES | green tea

# a death
> 2025-01-05T10:00+05:45 | Pramila KC | My uncle Dhruba KC lives in Baglung.
> 2025-06-09T10:00+05:45 | Pramila KC | Sad news. Dhruba KC died on Saturday.
now | Dhruba KC | DIED | 2025-06-07
ended | Dhruba KC | LIVES_IN | Baglung | 2025-06-07

# काम र घर
> 2025-01-20T07:10+05:45 | सुजाता ढकाल | म भद्रपुरमा बस्छु। म कनकाई बैंकमा काम गर्छु।
> 2025-05-01T07:10+05:45 | सुजाता ढकाल | मैले कनकाई बैंक छोडें। आजदेखि म मेची चिया उद्योगमा काम गर्छु।
> 2025-07-01T07:10+05:45 | सुजाता ढकाल | म २०८२ असार १ गतेदेखि दमकमा बस्दै छु।
ended | सुजाता ढकाल | WORKS_AT | कनकाई बैंक | 2025-05-01
now | सुजाता ढकाल | WORKS_AT | मेची चिया उद्योग | 2025-05-01
ended | सुजाता ढकाल | LIVES_IN | भद्रपुर | 2025-06-15
now | सुजाता ढकाल | LIVES_IN | दमक | 2025-06-15
ask | सुजाता आजकल कहाँ बस्छिन्? | दमक
ask | सुजाता कहाँ काम गर्छिन्? | मेची

# फोन र मन
> 2025-01-20T07:10+05:45 | गोपाल शाह | मेरो फोन नम्बर ९८४१०००७७७ हो। मलाई चिया मन पर्छ।
> 2025-03-20T07:10+05:45 | गोपाल शाह | मेरो फोन नम्बर फेरियो, अब ९८४१०००८८८ हो।
> 2025-04-20T07:10+05:45 | गोपाल शाह | अब मलाई चिया मन पर्दैन। मलाई दूध मन पर्छ।
ended | गोपाल शाह | HAS_PHONE | 9841000777
now | गोपाल शाह | HAS_PHONE | 9841000888
ended | गोपाल शाह | LIKES | चिया | 2025-04-20
now | गोपाल शाह | LIKES | दूध

# पद
> 2025-01-20T07:10+05:45 | रमा लामा | हरि कोइराला सूर्यविनायक नगरपालिकाको नगरप्रमुख हुनुहुन्छ।
> 2025-05-20T07:10+05:45 | रमा लामा | कमला थापा आज सूर्यविनायक नगरपालिकाको नगरप्रमुख निर्वाचित हुनुभयो।
ended | हरि कोइराला | MAYOR_OF | सूर्यविनायक नगरपालिका | 2025-05-20
now | कमला थापा | MAYOR_OF | सूर्यविनायक नगरपालिका | 2025-05-20

# सुनेको र भनेको
> 2025-01-20T07:10+05:45 | रमा लामा | सुनेको, हरि कोइराला मकालु बैंकमा काम गर्नुहुन्छ रे।
> 2025-01-20T07:20+05:45 | रमा लामा | यदि पैसा भएको भए म गाडी किन्थेँ।
> 2025-01-20T07:30+05:45 | रमा लामा | म कहिल्यै इलाममा बसेको छैन।
never | हरि कोइराला | WORKS_AT | मकालु बैंक
never | रमा लामा | OWNS | गाडी
never | रमा लामा | LIVES_IN | इलाम

# विवाह र निधन
> 2025-03-09T20:05+05:45 | विनोद घिमिरे | सरला पन्त र मेरो विवाह २०८१ फागुन १० गते भयो।
> 2025-04-09T20:05+05:45 | विनोद घिमिरे | हजुरआमा देवकी घिमिरेको हिजो निधन भयो।
now | सरला पन्त | MARRIED_TO | विनोद घिमिरे | 2025-02-22
now | देवकी घिमिरे | DIED | 2025-04-08

# two scripts
> 2025-03-09T20:05+05:45 | आशा गुरुङ | म बेनीमा बस्छु।
> 2025-03-10T20:05+05:45 | Tom Price | Asha Gurung works at Dhaulagiri School.
now | आशा गुरुङ | WORKS_AT | Dhaulagiri School
same | आशा गुरुङ | Asha Gurung
"""
