/* A page of the table that has no sheets: one player's phone, and the television. */

import "./table-show.js";
import "./table-send.js";
import "./table-moments.js";
import "./table-guard.js";
import "./table-live.js";
import "./table-phone.js";
