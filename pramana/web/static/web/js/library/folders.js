// What was dropped: single files, and the files of dropped folders, however deep.

const DEEPEST = 20;

export async function filesOf(transfer) {
  // Entries must be asked for before anything is awaited: the drop is over then.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.());
  if (!entries.some((entry) => entry?.isDirectory)) {
    return { files: [...transfer.files], fromFolders: [] };
  }
  const files = await Promise.all(entries.filter((entry) => entry?.isFile).map(fileOf));
  const folders = entries.filter((entry) => entry?.isDirectory);
  const nested = await Promise.all(folders.map((folder) => inside(folder, 0)));
  return { files, fromFolders: nested.flat() };
}

async function inside(folder, depth) {
  if (depth > DEEPEST) return [];
  const found = [];
  for (const entry of await children(folder)) {
    if (entry.isDirectory) found.push(...(await inside(entry, depth + 1)));
    else found.push(await fileOf(entry));
  }
  return found;
}

/** A reader gives about a hundred at a time, and nothing when it is done. */
async function children(folder) {
  const reader = folder.createReader();
  const all = [];
  for (;;) {
    const some = await new Promise((done, refuse) => reader.readEntries(done, refuse));
    if (!some.length) return all;
    all.push(...some);
  }
}

function fileOf(entry) {
  return new Promise((done, refuse) => entry.file(done, refuse));
}
