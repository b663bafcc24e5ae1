// Reads the script tag's options, and puts the widget into a shadow root.

const tag = document.currentScript;
const asked = tag?.dataset ?? {};

function startChat() {
  const words = wordsIn(asked.lang ?? document.documentElement.lang);
  const host = make("div", { id: "pramana-chat", lang: words === NEPALI ? "ne" : "en" });
  const root = host.attachShadow({ mode: "open" });
  const looks = new CSSStyleSheet(); // not stopped by a page that forbids inline styles
  looks.replaceSync(LOOKS);
  root.adoptedStyleSheets = [looks];
  if (["light", "dark"].includes(asked.theme)) host.dataset.theme = asked.theme;
  document.body.append(host);
  const base = new URL(tag.src).origin;
  const talk = openTalk({ base, key: asked.key, collection: asked.collection });
  const panel = openPanel(root, talk, words, asked.title || words.title);
  if (asked.selection !== "off") startSelection(root, host, words, panel.askAbout);
}

if (!asked.key) console.error("embed.js: the script tag needs data-key, a publishable key.");
else if (document.body) startChat();
else document.addEventListener("DOMContentLoaded", startChat);
