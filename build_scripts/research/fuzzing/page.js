/** Answer the server's cases with this browser's own classes until there are no more. */

import { answers } from "./answer.mjs";

const WAIT = 20; // milliseconds

async function post(name, body) {
  const response = await fetch(`/fuzz/${name}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`the server answered ${response.status} to ${name}`);
}

try {
  for (let last = 0; ;) {
    const { number, cases } = await (await fetch("/fuzz/cases.json")).json();
    if (number === last) {
      await new Promise((resolve) => setTimeout(resolve, WAIT));
    } else {
      last = number;
      await post("answers", { number, answers: answers(globalThis, cases) });
    }
  }
} catch (error) {
  await post("failed", { message: String(error) });
}
