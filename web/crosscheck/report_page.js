/** The report's own page: it shows the data that is in it. */

import { showReport } from "./report.js";

// A file is next to no other page.
if (location.protocol === "file:") document.querySelector(".top").remove();
const { summary, ...options } = JSON.parse(document.getElementById("data").textContent);
showReport(document.getElementById("report"), summary, options);
