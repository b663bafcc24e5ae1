// Starts the shared behaviours. Each finds its own elements, so a page only loads this one file.

import { startAsk } from "./ask/conversation.js";
import { startCopy } from "./copy.js";
import { startDateFields } from "./dates/date_fields.js";
import { startDialogs } from "./dialogs.js";
import { startPalette } from "./search/palette.js";
import { startQuickSearch } from "./search/quick_search.js";
import { startForms } from "./forms.js";
import { startKeys } from "./shortcuts.js";
import { startLists } from "./lists.js";
import { startLive } from "./live.js";
import { startMenus } from "./menus.js";
import { startRowSelection } from "./library/row_selection.js";
import { startReader } from "./library/reader.js";
import { startSearch } from "./search/search.js";
import { startSplit } from "./split.js";
import { startTabs } from "./tabs.js";
import { startTimes } from "./times.js";
import { startToasts } from "./toasts.js";
import { startUpload } from "./library/upload.js";

for (const start of [
  startDateFields,
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
  startQuickSearch,
  startPalette,
  startRowSelection,
  startUpload,
  startLive,
]) {
  start();
}

document.documentElement.dataset.ready = "";
