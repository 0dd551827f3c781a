/* The page of a table. */

import "./table-show.js";
import "./table-send.js";
import "./table-moments.js";
import "./table-guard.js";
import "./table-live.js";
import "./table-sheets.js";
import "./table-needs.js";
import "./table-ticks.js";
import "./table-phone.js";
import "./table-keys.js";
