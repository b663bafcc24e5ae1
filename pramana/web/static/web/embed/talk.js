// Requests to the server, with the page's publishable key and without cookies. The conversation's id
// lives as long as the tab.

class Refused extends Error {}

function openTalk({ base, key, collection }) {
  const place = `pramana.chat.${key.slice(-12)}`;
  let session = read();

  function read() {
    try {
      return sessionStorage.getItem(place);
    } catch {
      return null; // some browsers block storage in embedded pages
    }
  }

  function remember(id) {
    session = id;
    try {
      if (id) sessionStorage.setItem(place, id);
      else sessionStorage.removeItem(place);
    } catch {
      // then the conversation lasts as long as the page
    }
  }

  async function send(path, options = {}) {
    const headers = { Authorization: `Bearer ${key}`, ...options.headers };
    try {
      return await fetch(base + path, { ...options, headers, credentials: "omit" });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw (await isUp()) ? new Refused() : error;
    }
  }

  /** Browsers hide why a response was blocked; checking whether the server is up tells. */
  async function isUp() {
    const options = { mode: "no-cors", cache: "no-store", credentials: "omit" };
    return fetch(`${base}/embed.js`, options).then(
      () => true,
      () => false,
    );
  }

  return {
    async *ask(query, selected, signal) {
      session ?? remember(freshId());
      const body = { query, session_id: session };
      if (selected) body.selected_text = selected;
      if (collection) body.collection_id = collection;
      const headers = { "Content-Type": "application/json" };
      const options = { method: "POST", body: JSON.stringify(body), headers, signal };
      const response = await send("/chat/stream", options);
      if (response.ok) yield* framesOf(response);
      else yield { error: (await response.json().catch(() => ({}))).message ?? "" };
    },
    async earlier() {
      if (!session) return [];
      const response = await send(`/history/${session}`).catch(() => null);
      return response?.ok ? (await response.json()).entries : [];
    },
    forget: () => remember(null),
  };
}
