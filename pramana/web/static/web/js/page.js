// Parses a response into a document, whose parts replace those of the page.

export async function parsePage(answer) {
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}
