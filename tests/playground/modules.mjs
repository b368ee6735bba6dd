/**
 * Call functions of the playground's modules in Node. Standard input is a JSON list of [module, function, ...arguments]; the output is
 * the JSON list of the results.
 */

globalThis.location = { href: "https://example.org/play/" };

let json = "";
for await (const chunk of process.stdin.setEncoding("utf8")) {
  json += chunk;
}
const results = [];
for (const [module, name, ...args] of JSON.parse(json)) {
  const exported = (await import(`../../web/playground/${module}.js`))[name];
  const result = typeof exported === "function" ? exported(...args) : exported;
  results.push(result ?? null);
}
console.log(JSON.stringify(results));
