// An answer of the server as a page that is not shown: parts of it take the place of what is.

export async function parsePage(answer) {
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}
