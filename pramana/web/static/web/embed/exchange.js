// One exchange: the question, streamed sentences, then citation numbers with links.

const TAIL = /\s*((?:\[\d+\])+)$/;

function openExchange(words, query) {
  const answer = make("p", { className: "answer" });
  const after = make("div", { className: "after" });
  const working = make("p", { className: "line working" }, words.thinking);
  const element = make("div", { className: "exchange" });
  element.append(make("p", { className: "asked" }, query), answer, working, after);

  const line = (text) => after.append(make("p", { className: "line" }, text));

  return {
    element,
    say(text) {
      const [, numbers = ""] = TAIL.exec(text) ?? [];
      const sentence = make("span", {}, text.slice(0, text.length - numbers.length).trim());
      for (const number of numbers.match(/\d+/g) ?? []) {
        sentence.append(make("span", { className: "cite" }, number));
      }
      answer.append(sentence, " ");
    },
    /** Add what is known once the answer is complete. */
    close({ sources, metadata, fallback_message: fallback }) {
      working.remove();
      if (fallback) line(fallback);
      if (metadata?.low_confidence) line(words.low);
      if (metadata?.engine === "offline" && metadata.mode !== "no_results") line(words.offline);
      if (metadata?.degraded_reason && !fallback) line(words.degraded);
      const cited = sources.filter((source) => source.source_url && source.quotes.length);
      const listed = cited.length ? cited : sources.filter((source) => source.source_url);
      link(sources);
      if (!listed.length) return;
      const list = make("ol", { "aria-label": words.sources });
      for (const source of listed) list.append(row(source, sources.indexOf(source) + 1));
      after.append(list);
    },
    fail(reason, retry) {
      working.remove();
      const button = make("button", { type: "button", className: "plain" }, words.again);
      button.addEventListener("click", retry);
      after.append(make("p", { className: "wrong", role: "alert" }, reason), button);
    },
    stop() {
      working.remove();
      line(words.stopped);
    },
  };

  /** Turn the numbers in the text into links with their quotes. */
  function link(sources) {
    answer.childNodes.forEach((sentence, at) => {
      for (const mark of sentence.querySelectorAll?.(".cite") ?? []) {
        const source = sources[Number(mark.textContent) - 1];
        const quote = source?.quotes.find((each) => each.sentence === at / 2);
        if (!source) continue;
        const address = addressOf(source, quote);
        if (address) mark.replaceWith(linkTo(address, source, quote, mark.textContent));
        else mark.title = quote?.words ?? source.snippet;
      }
    });
  }

  function linkTo(address, source, quote, number) {
    const label = `${words.source} ${number}: ${source.title}`;
    const made = { className: "cite", href: address, title: quote?.words ?? source.snippet };
    return make("a", { ...made, "aria-label": label, ...target(address) }, number);
  }

  function row(source, number) {
    const address = addressOf(source, source.quotes[0]);
    const title = address
      ? make("a", { href: address, ...target(address) }, source.title)
      : make("span", {}, source.title);
    const words_ = source.quotes[0]?.words ?? source.snippet;
    const section = source.section ? ` · ${source.section}` : "";
    return make("li", { value: number }, title, section, make("q", {}, words_));
  }
}

/** The URL of a source at the quoted words. Files that only signed-in people can open are not
 * linked. */
function addressOf(source, quote) {
  let address;
  try {
    address = new URL(source.source_url);
  } catch {
    return null;
  }
  if (!["http:", "https:"].includes(address.protocol)) return null;
  if (quote) {
    const words = encodeURIComponent(quote.words.slice(0, 200)).replaceAll("-", "%2D");
    address.hash = `${address.hash}:~:text=${words}`;
  }
  return address.href;
}

function target(address) {
  const isHere = new URL(address).origin === location.origin;
  return isHere ? {} : { target: "_blank", rel: "noopener" };
}
