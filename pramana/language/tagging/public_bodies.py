"""Public bodies of Nepal that every document there names, in both languages.

Their names are made of everyday words ("office of the auditor general"), which is what a tagger
trained on news is worst at.
"""

NEPALI = """
नेपाल सरकार
राष्ट्रपतिको कार्यालय
उपराष्ट्रपतिको कार्यालय
प्रधानमन्त्री तथा मन्त्रिपरिषद्को कार्यालय
मन्त्रिपरिषद्
मुख्यमन्त्री तथा मन्त्रिपरिषद्को कार्यालय
महालेखापरीक्षकको कार्यालय
महालेखा नियन्त्रक कार्यालय
महान्यायाधिवक्ताको कार्यालय
प्रधान सेनापतिको कार्यालय
अख्तियार दुरुपयोग अनुसन्धान आयोग
लोक सेवा आयोग
निर्वाचन आयोग
राष्ट्रिय मानव अधिकार आयोग
राष्ट्रिय प्राकृतिक स्रोत तथा वित्त आयोग
राष्ट्रिय महिला आयोग
राष्ट्रिय दलित आयोग
राष्ट्रिय योजना आयोग
राष्ट्रिय सूचना आयोग
राष्ट्रिय सतर्कता केन्द्र
राष्ट्रिय अनुसन्धान विभाग
सार्वजनिक खरिद अनुगमन कार्यालय
सम्पत्ति शुद्धीकरण अनुसन्धान विभाग
राजस्व अनुसन्धान विभाग
आन्तरिक राजस्व विभाग
भन्सार विभाग
संघीय संसद
प्रतिनिधि सभा
राष्ट्रिय सभा
संविधान सभा
सर्वोच्च अदालत
उच्च अदालत
जिल्ला अदालत
विशेष अदालत
न्याय परिषद्
नेपाल राष्ट्र बैंक
नेपाल बार एसोसिएसन
नेपाल प्रहरी
सशस्त्र प्रहरी बल
नेपाली सेना
नेपाल विद्युत् प्राधिकरण
नेपाल दूरसञ्चार प्राधिकरण
नेपाल नागरिक उड्डयन प्राधिकरण
नेपाल आयल निगम
नेपाल वायुसेवा निगम
नेपाल धितोपत्र बोर्ड
नेपाल पत्रकार महासंघ
नेपाल उद्योग वाणिज्य महासंघ
त्रिभुवन विश्वविद्यालय
काठमाडौं विश्वविद्यालय
जिल्ला प्रशासन कार्यालय
जिल्ला प्रहरी कार्यालय
जिल्ला समन्वय समिति
नेपाल कम्युनिस्ट पार्टी
नेपाली कांग्रेस
राष्ट्रिय स्वतन्त्र पार्टी
राष्ट्रिय प्रजातन्त्र पार्टी
"""
ENGLISH = """
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
