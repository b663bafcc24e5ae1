// What the widget says, in the language of the page it stands on.

const ENGLISH = {
  title: "Ask the documentation",
  open: "Ask",
  close: "Close",
  fresh: "New conversation",
  greeting: "Ask in your own words. Every answer shows where it comes from.",
  placeholder: "Your question",
  send: "Send",
  stop: "Stop",
  about: "About the selected words alone:",
  drop: "Ask everything instead",
  ask_selection: "Ask about this",
  thinking: "Looking through the documents…",
  sources: "Sources",
  source: "Source",
  offline: "No language model was used: these are sentences of the documents.",
  low: "The sources fit this question only loosely. Read them before you rely on this.",
  degraded: "Part of the search was not available; more may be found later.",
  stopped: "Stopped.",
  again: "Try again",
  lost: "The connection was lost. Your question is kept.",
  refused:
    "This chat does not answer pages of {origin}. If this is your site, add that address to the " +
    "origins of the chat's key.",
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
  about: "छानिएका शब्दबारे मात्र:",
  drop: "बरु सबैमा सोध्नुहोस्",
  ask_selection: "यसबारे सोध्नुहोस्",
  thinking: "कागजात हेरिँदै छ…",
  sources: "स्रोतहरू",
  source: "स्रोत",
  offline: "भाषा मोडेल प्रयोग भएन: यी कागजातकै वाक्य हुन्।",
  low: "स्रोतहरू यो प्रश्नसँग खासै मिल्दैनन्। भर पर्नुअघि पढ्नुहोस्।",
  degraded: "खोजको केही भाग उपलब्ध थिएन; पछि अझ भेटिन सक्छ।",
  stopped: "रोकियो।",
  again: "फेरि प्रयास गर्नुहोस्",
  lost: "जडान टुट्यो। तपाईंको प्रश्न राखिएको छ।",
  refused:
    "यो कुराकानीले {origin} का पृष्ठलाई उत्तर दिँदैन। यो तपाईंको साइट हो भने त्यो ठेगाना " +
    "साँचोका मूलहरूमा थप्नुहोस्।",
};

/** The words, English unless the language is Nepali. */
function wordsIn(language) {
  return (language ?? "").toLowerCase().startsWith("ne") ? NEPALI : ENGLISH;
}
