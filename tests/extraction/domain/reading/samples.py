"""Small papers of our own making, of every kind that is read."""

RECEIPT = """tan mei ling
MERANTI HARDWARE &
ELECTRICAL SDN BHD (123456-X)
NO. 12, JALAN KENARI 3,
TAMAN KENARI, 81100 JOHOR BAHRU
JOHOR
TEL: 07-3334444 FAX: 07-3335555
GST ID: 000123456789
TAX INVOICE
Invoice No: CS 1803/0064 Date: 01-03-18 5:23:26 PM
Cashier: A
Qty Description Price Amount
2 3/4" HOSE CLIP 4.00 8.00 SR
1 PAINT BRUSH 12.02 12.02 SR
SUB TOTAL 20.02
GST 6% 1.20
ROUNDING ADJ -0.02
TOTAL ROUNDED RM 21.20
CASH RM 50.00
CHANGE RM 28.80
GST SUMMARY AMOUNT(RM) TAX(RM)
TOTAL 20.02 1.20
THANK YOU
"""
INVOICE = """Himal Suppliers Pvt. Ltd.
New Road-22, Kathmandu, Nepal
PAN No: 301234567
TAX INVOICE
Invoice No: HS-2081/045
Invoice Date: 2081-03-15
Bill To: Everest Traders
Due Date: 2081-04-15

S.N.\tDescription\tQty\tRate\tAmount
1\tPrinter paper A4\t10\t450.00\t4,500.00
2\tToner cartridge\t2\t3,250.00\t6,500.00

Sub Total\t11,000.00
VAT 13%\t1,430.00
Grand Total\tRs. 12,430.00
Payment Terms: 30 days
"""
NEPALI_INVOICE = """श्री गणेश ट्रेडर्स प्रा.लि.
न्युरोड, काठमाडौं महानगरपालिका वडा नं. २२
पान नं: ३०१२३४५६७
कर बीजक
बीजक नं: ०४५
मिति: २०८१।०३।१५
ग्राहकको नाम: सगरमाथा स्टोर
जम्मा: रु. ११,०००.००
भ्याट १३%: रु. १,४३०.००
कुल जम्मा: रु. १२,४३०.००
"""
CONTRACT = """CONTRACT AGREEMENT
Contract No: DOR/2080/12
This agreement is made on 12 May 2024 between Department of Roads, Babarmahal (hereinafter \
referred to as "the Employer") and Sagarmatha Construction Pvt. Ltd., Lalitpur (hereinafter called \
"the Contractor").
Name of Work: Construction of Bagmati Bridge
Contract Price: NPR 5,25,00,000.00
Commencement Date: 1 June 2024
Completion Date: 31 May 2026
The Contractor shall execute the works. IN WITNESS WHEREOF the parties have signed.
"""
NEPALI_CONTRACT = """सम्झौता पत्र
सम्झौता मिति: २०८१।०२।१०
सडक विभाग, काठमाडौं (यसपछि पहिलो पक्ष भनिने) र सगरमाथा निर्माण सेवा (यसपछि दोस्रो पक्ष भनिने) बीच
सम्झौता रकम: रु. ५२,५०,०००
"""
TENDER = """नेपाल सरकार
सडक डिभिजन कार्यालय, चितवन
बोलपत्र आह्वानको सूचना
सूचना नं: ०५/२०८०/८१
प्रकाशित मिति: २०८०।०९।१५
कामको नाम: भरतपुर–रामपुर सडक स्तरोन्नति
लागत अनुमान: रु. १,२५,००,०००।–
धरौटी रकम: रु. ३,१०,०००
बोलपत्र पेश गर्ने अन्तिम मिति: २०८०।१०।१४
"""
LETTER = """Ministry of Finance
Ref No: 123/2080
Date: 5 June 2024
To,
The Chief Executive Officer
Nepal Bank Limited
Subject: Submission of quarterly report
Dear Sir,
Please find the report attached. We would be grateful.
Yours faithfully,
Ram Prasad Sharma
Under Secretary
"""
MINUTES = """Board Meeting Minutes
Date: 14 July 2024
Venue: Head Office, Kathmandu
Chaired by: Sita Thapa
Present:
1. Sita Thapa
2. Hari Karki
Decisions:
1. The annual budget was approved.
2. It was decided to open a branch in Pokhara.
Next meeting on 14 August 2024.
"""
RELEASE = """Nepal Rastra Bank
Press Release
10 May 2024
Nepal Rastra Bank keeps policy rate unchanged
Kathmandu: The central bank announced today that the rate stays at 5.5 percent.
Media Contact: Dilli Ram Pokharel
"""
STATEMENT = """Himalayan Bank Ltd.
Account Statement
Account Name: Ram Thapa
Account No: 0190-1234567
Statement Period: 1 Jan 2024 to 31 Jan 2024
Opening Balance: 10,000.00
Date\tParticulars\tDebit\tCredit\tBalance
02 Jan 2024\tSalary\t\t50,000.00\t60,000.00
Closing Balance: 60,000.00
"""
ORDER = """PURCHASE ORDER
P.O. No: PO-77
Date: 2024-02-03
Supplier: Acme Tools Ltd
Item | Quantity | Unit Price | Total
Hammer | 10 | 5.00 | 50.00
Nails box | 3 | 2.50 | 7.50
Total: USD 57.50
"""
KINDS = {
    "receipt": RECEIPT,
    "invoice": INVOICE,
    "contract": CONTRACT,
    "tender_notice": TENDER,
    "letter": LETTER,
    "minutes": MINUTES,
    "press_release": RELEASE,
    "statement": STATEMENT,
    "purchase_order": ORDER,
}
