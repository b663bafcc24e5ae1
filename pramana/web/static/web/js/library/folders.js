// Dropped files, including the files of dropped folders at any depth.

const DEEPEST = 20;

export async function filesOf(transfer) {
  // Entries must be read before the first await, because the drop event ends there.
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

/** A reader returns about a hundred at a time, and an empty list at the end. */
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
