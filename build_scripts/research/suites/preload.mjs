// Puts our classes in the place of Node's, before a suite's tests start. command.py says where they are.
import { load } from "../../web/py_url.js";

const { install } = await load(JSON.parse(process.env.PY_URL_SUITES_LOAD));
install();
