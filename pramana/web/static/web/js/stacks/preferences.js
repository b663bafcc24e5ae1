// Preferences for a table: column widths and hidden columns, kept in this browser.

export function tablePreferences(table, changed) {
  const place = `pramana.stack.${table}`;
  const known = read();

  function read() {
    try {
      return { widths: {}, hidden: [], ...JSON.parse(localStorage.getItem(place)) };
    } catch {
      return { widths: {}, hidden: [] };
    }
  }

  const save = () => localStorage.setItem(place, JSON.stringify(known));

  function setHidden(keys) {
    known.hidden = keys;
    save();
    changed();
  }

  return {
    width: (key) => known.widths[key],
    setWidth(key, width) {
      known.widths[key] = width;
      save();
    },
    hidden: () => known.hidden,
    hide: (key) => setHidden([...known.hidden, key]),
    unhide: () => setHidden([]),
  };
}
