/** How long it takes to the first answer from Python: since the navigation in a page, since the start of the process in Node. */
export async function firstAnswer(load, options) {
  const { URL, fromSnapshot } = await load(options);
  const { href } = new URL("http://fa\u00df.example/");
  const milliseconds = performance.now();
  if (href !== "http://xn--fa-hia.example/") throw new Error(`a wrong answer: ${href}`);
  return { milliseconds, fromSnapshot };
}
