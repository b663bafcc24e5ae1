// The launcher and the panel: a dialog that leaves the page usable, a conversation, a field.

function openPanel(root, talk, words, title) {
  const launcher = make("button", { type: "button", className: "launcher" });
  launcher.append(drawn("ask"), make("span", {}, words.open));
  launcher.setAttribute("aria-haspopup", "dialog");
  launcher.setAttribute("aria-expanded", "false");

  const log = make("div", { className: "log", role: "log", tabIndex: 0, "aria-label": title });
  const field = make("textarea", { rows: 1, maxLength: 32000, "aria-label": words.placeholder });
  field.placeholder = words.placeholder;
  const send = iconButton("send", words.send, { type: "submit", className: "send" });
  const stop = iconButton("stop", words.stop, { className: "send", hidden: true });
  const about = make("div", { className: "about", hidden: true });
  const form = make("form", {}, about, make("div", { className: "box" }, field, send, stop));
  const fresh = iconButton("plus", words.fresh);
  const close = iconButton("close", words.close);
  const head = make("header", {}, make("h2", {}, title), fresh, close);
  const panel = make("div", { className: "panel", role: "dialog", "aria-label": title });
  panel.hidden = true;
  panel.append(head, log, form);
  root.append(launcher, panel);

  let control = null;
  let selected = "";
  let isFilled = false;

  const greet = () => log.append(make("p", { className: "line greeting" }, words.greeting));
  const toEnd = () => (log.scrollTop = log.scrollHeight);

  async function show() {
    panel.hidden = false;
    launcher.hidden = true;
    launcher.setAttribute("aria-expanded", "true");
    field.focus();
    if (isFilled) return;
    isFilled = true;
    greet();
    for (const entry of await talk.earlier()) recall(entry);
    toEnd();
  }

  function hide() {
    panel.hidden = true;
    launcher.hidden = false;
    launcher.setAttribute("aria-expanded", "false");
    launcher.focus();
  }

  /** An earlier exchange, from the history. */
  function recall(entry) {
    const exchange = openExchange(words, entry.query);
    const sentences = entry.metadata?.sentences ?? [];
    const points = [...entry.response]; // offsets count code points
    for (const { start, end } of sentences) exchange.say(points.slice(start, end).join(""));
    const fallback = sentences.length ? undefined : entry.response;
    exchange.close({ ...entry, fallback_message: fallback });
    log.append(exchange.element);
  }

  async function ask(query, text) {
    const exchange = openExchange(words, query);
    log.append(exchange.element);
    toEnd();
    control = new AbortController();
    busy(true);
    let isOver = false;
    try {
      for await (const frame of talk.ask(query, text, control.signal)) {
        if (frame.delta !== undefined) exchange.say(frame.delta);
        if (frame.sources) exchange.close(frame);
        if (frame.error !== undefined) failed(exchange, frame.error || words.lost, query, text);
        isOver = Boolean(frame.done) || frame.error !== undefined;
        toEnd();
      }
      if (!isOver) failed(exchange, words.lost, query, text);
    } catch (error) {
      if (error.name === "AbortError") exchange.stop();
      else failed(exchange, reason(error), query, text);
    }
    busy(false);
    toEnd();
  }

  const reason = (error) =>
    error instanceof Refused ? words.refused.replace("{origin}", location.origin) : words.lost;

  function failed(exchange, why, query, text) {
    exchange.fail(why, () => {
      exchange.element.remove();
      ask(query, text);
    });
  }

  function busy(isBusy) {
    if (!isBusy) control = null;
    send.hidden = isBusy;
    stop.hidden = !isBusy;
  }

  function attach(text) {
    selected = text;
    about.hidden = !text;
    const drop = iconButton("close", words.drop);
    drop.addEventListener("click", () => attach(""));
    const shown = text.length > 140 ? `${text.slice(0, 140)}…` : text;
    about.replaceChildren(make("p", {}, make("b", {}, words.about), " ", make("q", {}, shown)), drop);
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const query = field.value.trim();
    if (!query || control) return;
    field.value = "";
    ask(query, selected);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  panel.addEventListener("keydown", (event) => {
    event.stopPropagation(); // typing here triggers no shortcut of the page
    if (event.key !== "Escape") return;
    if (control) control.abort();
    else hide();
  });
  stop.addEventListener("click", () => control?.abort());
  launcher.addEventListener("click", show);
  close.addEventListener("click", hide);
  fresh.addEventListener("click", () => {
    control?.abort();
    talk.forget();
    log.replaceChildren();
    greet();
    attach("");
    field.focus();
  });

  return {
    askAbout(text) {
      attach(text);
      show();
    },
  };
}
