/**
 * Examples worth seeing. Each has a title, what to parse, a story in two sentences, and perhaps a panel that shows more.
 *
 * @type {{title: string, url: string, base?: string, encoding?: string, story: string, panel?: string, shown: string}[]}
 */
export const EXAMPLES = [
  {
    title: "Everything at once",
    url: "https://user@EXAMPLE.com:443/a/./b/../ü?q=1 2#f",
    story: "The host becomes lowercase, the default port goes, the dots are resolved, and the rest is percent-encoded. Two of these things are validation errors.",
  },
  {
    title: "Whose host is it?",
    url: "http://0x7f.1\\@example.org/",
    story: "A browser reads the backslash as a slash, so this is 127.0.0.1. Several libraries read the part after the @ and see example.org.",
    panel: "readers",
  },
].map((example) => ({ ...example, shown: example.shown ?? example.url }));
