"""The names months go by, in both calendars and both scripts."""

BIKRAM_SAMBAT = (
    "वैशाख बैशाख बैसाख वैसाख Baisakh Baishakh Vaishakh Baisakha",
    "जेठ जेष्ठ ज्येष्ठ Jestha Jeth Jyestha Jesth",
    "असार आषाढ अषाढ आसाढ Asar Ashad Asadh Ashadh Asad",
    "साउन श्रावण सावन Shrawan Saun Srawan Shravan Sawan",
    "भदौ भाद्र भाद्रपद भदो Bhadra Bhadau Bhadrapad",
    "असोज आश्विन अश्विन असौज Asoj Ashwin Asoja Aswin Ashoj",
    "कार्तिक कात्तिक कातिक Kartik Kattik Kartika",
    "मंसिर मङ्सिर मार्ग मार्गशीर्ष मङ्गसिर मंगसिर Mangsir Marga Mansir Mangshir",
    "पुस पौष पूस पुष Poush Push Pus Paush",
    "माघ Magh Magha",
    "फागुन फाल्गुन फाल्गुण Falgun Phalgun Fagun Phagun",
    "चैत चैत्र Chaitra Chait Chaita",
)
GREGORIAN = (
    "January Jan जनवरी ज्यानुअरी",
    "February Feb फेब्रुअरी फेब्रुवरी फरवरी",
    "March Mar मार्च",
    "April Apr अप्रिल अप्रेल",
    "May मे मई",
    "June Jun जुन जून",
    "July Jul जुलाई जुलाइ",
    "August Aug अगस्ट अगस्त",
    "September Sept Sep सेप्टेम्बर सेप्टेम्वर",
    "October Oct अक्टोबर अक्टुबर अक्टोवर",
    "November Nov नोभेम्बर नोवेम्बर",
    "December Dec डिसेम्बर डिसेम्वर",
)


def numbered(months: tuple[str, ...]) -> dict[str, int]:
    """Each name, folded, with its month's number."""
    return {
        name.casefold(): number for number, names in enumerate(months, 1) for name in names.split()
    }
