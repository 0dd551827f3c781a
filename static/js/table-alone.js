/* A page of the table that has no sheets: what the others ask of sheets is answered with none. */
"use strict";

table.sheetPath = () => "";
table.wants = () => false;
table.open = (url) => location.assign(url);
