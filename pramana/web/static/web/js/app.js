// Starts the pieces. Each finds its own elements, so a page only loads this one file.

import { startAsk } from "./ask.js";
import { startCopy } from "./copy.js";
import { startDialogs } from "./dialogs.js";
import { startEverything } from "./everything.js";
import { startForms } from "./forms.js";
import { startKeys } from "./keys.js";
import { startLists } from "./lists.js";
import { startLive } from "./live.js";
import { startMenus } from "./menus.js";
import { startPicks } from "./picks.js";
import { startReader } from "./reader.js";
import { startSearch } from "./search.js";
import { startSplit } from "./split.js";
import { startTabs } from "./tabs.js";
import { startTimes } from "./times.js";
import { startToasts } from "./toasts.js";
import { startUpload } from "./upload.js";

for (const start of [
  startDialogs,
  startKeys,
  startMenus,
  startForms,
  startToasts,
  startTimes,
  startLists,
  startTabs,
  startSplit,
  startCopy,
  startReader,
  startAsk,
  startSearch,
  startEverything,
  startPicks,
  startUpload,
  startLive,
]) {
  start();
}

document.documentElement.dataset.ready = "";
