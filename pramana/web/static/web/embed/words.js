// The widget's strings, in the language of the page.

const ENGLISH = {
  title: "Ask the documentation",
  open: "Ask",
  close: "Close",
  fresh: "New conversation",
  greeting: "Ask in your own words. Every answer shows where it comes from.",
  placeholder: "Your question",
  send: "Send",
  stop: "Stop",
  about: "Only about the selected text:",
  drop: "Ask all documents instead",
  ask_selection: "Ask about this",
  thinking: "Searching the documents…",
  sources: "Sources",
  source: "Source",
  offline: "No language model was used. These sentences are quoted from the documents.",
  low: "The sources match this question only loosely. Read them before relying on this answer.",
  degraded: "Part of the search was unavailable; try again later for more results.",
  stopped: "Stopped.",
  again: "Try again",
  lost: "The connection was lost. Your question is saved.",
  refused:
    "This chat is not enabled for {origin}. If this is your site, add it to the origins of the " +
    "chat's key.",
};

const NEPALI = {
  title: "कागजातलाई सोध्नुहोस्",
  open: "सोध्नुहोस्",
  close: "बन्द गर्नुहोस्",
  fresh: "नयाँ कुराकानी",
  greeting: "आफ्नै शब्दमा सोध्नुहोस्। हरेक उत्तरले आफ्नो स्रोत देखाउँछ।",
  placeholder: "तपाईंको प्रश्न",
  send: "पठाउनुहोस्",
  stop: "रोक्नुहोस्",
  about: "छानिएको पाठबारे मात्र:",
  drop: "बरु सबै कागजातमा सोध्नुहोस्",
  ask_selection: "यसबारे सोध्नुहोस्",
  thinking: "कागजातमा खोजिँदै…",
  sources: "स्रोतहरू",
  source: "स्रोत",
  offline: "भाषा मोडेल प्रयोग भएन। यी वाक्य कागजातबाट उद्धृत हुन्।",
  low: "स्रोतहरू यो प्रश्नसँग खासै मिल्दैनन्। भर पर्नुअघि पढ्नुहोस्।",
  degraded: "खोजको केही भाग उपलब्ध थिएन; पछि अझ भेटिन सक्छ।",
  stopped: "रोकियो।",
  again: "फेरि प्रयास गर्नुहोस्",
  lost: "जडान टुट्यो। तपाईंको प्रश्न राखिएको छ।",
  refused:
    "यो कुराकानीले {origin} का पृष्ठलाई उत्तर दिँदैन। यो तपाईंको साइट हो भने त्यो ठेगाना " +
    "कुञ्जीका ओरिजिनमा थप्नुहोस्।",
};

/** The strings, English unless the language is Nepali. */
function wordsIn(language) {
  return (language ?? "").toLowerCase().startsWith("ne") ? NEPALI : ENGLISH;
}
