/**
 * Examples worth seeing, each with a story of two sentences.
 *
 * @typedef {object} Example
 * @property {string} title
 * @property {string} url
 * @property {string} [base]
 * @property {string} [encoding]
 * @property {string} story
 * @property {string} [panel] The panel that shows more.
 */

/** @type {Example[]} */
export const EXAMPLES = [
  {
    title: "Everything at once",
    url: "https://user@EXAMPLE.com:443/a/./b/../ü?q=1 2#f",
    story: "The host becomes lowercase, the default port goes, the dots are resolved, the rest is percent-encoded. Only two of these are validation errors.",
  },
  {
    title: "Whose host is it?",
    url: "http://0x7f.1\\@example.org/",
    story: "A browser reads the backslash as a slash, so this goes to 127.0.0.1. curl and several libraries read what follows the @, and go to example.org.",
    panel: "parsers",
  },
  {
    title: "A number as a host",
    url: "http://2130706433/",
    story: "One number, two, three or four: all are IPv4 addresses. This one is 127.0.0.1, and a list of blocked hosts may not know it.",
    panel: "hosts",
  },
  {
    title: "Octal, hexadecimal, decimal",
    url: "http://0300.0xa8.01/",
    story: "A leading 0 means octal and 0x means hexadecimal, and the last number fills what is left. So this is 192.168.0.1.",
    panel: "hosts",
  },
  {
    title: "It ends in a number",
    url: "http://example.0x10/",
    story: "A host whose last label is a number must be an IPv4 address, or the URL fails. Otherwise two programs could disagree about which it is.",
    panel: "hosts",
  },
  {
    title: "IPv6, the short way",
    url: "http://[0:0:0:0:0:ffff:127.0.0.1]:80/",
    story: "The longest run of zeros becomes ::, and the IPv4 address at the end turns hexadecimal. The port 80 is the default, so it goes.",
    panel: "hosts",
  },
  {
    title: "A sharp s",
    url: "https://faß.example/",
    story: "Until 2023, Chromium turned ß into ss, which is another domain with perhaps another owner. Now all browsers agree on xn--fa-hia.",
    panel: "hosts",
  },
  {
    title: "Not the apple you think",
    url: "https://аррӏе.com/",
    story: "All five letters are Cyrillic, and look Latin in most fonts. The serialization shows what is really there: xn--80ak6aa92e.com.",
    panel: "hosts",
  },
  {
    title: "Something you cannot see",
    url: "https://exam\u00adple.com/a\u200bb",
    story: "The soft hyphen vanishes from the domain, because IDNA maps it to nothing. The zero-width space stays in the path, percent-encoded.",
    panel: "hosts",
  },
  {
    title: "A full-width dot",
    url: "http://169\u3002254\uff0e169\uff61254/latest/",
    story: "Three characters other than the full stop are read as one in a domain. So this is 169.254.169.254, the address that cloud machines ask for secrets.",
    panel: "hosts",
  },
  {
    title: "Right to left",
    url: "http://אב.example/גד?ה=ו#ז",
    story: "Hebrew runs from right to left, so parts of a URL can seem to change places. The standard wants URLs shown from left to right, as here.",
    panel: "hosts",
  },
  {
    title: "Tabs and newlines",
    url: " ht\ttps://exa\nmple.com/a\tb ",
    story: "A URL that was broken across lines still works, because tabs and newlines are removed before anything is read. A filter that looks for https: would miss it.",
  },
  {
    title: "A script in disguise",
    url: "java\nscript:alert(1)//https://example.com/",
    story: "The newline is removed, so the scheme is javascript. What looks like a safe address at the end is a comment.",
  },
  {
    title: "Which at-sign counts?",
    url: "https://a@b@example.org:8080@c/",
    story: "The last @ before the path ends the credentials, and the others belong to them. So the host is c.",
    panel: "parsers",
  },
  {
    title: "A port too far",
    url: "https://example.org:65536/",
    story: "Ports go up to 65535, and one more is a failure. Leading zeros are fine, however many there are.",
  },
  {
    title: "The slash that is missing",
    url: "https:example.org",
    story: "Without a base URL, this is https://example.org/. With a base URL of the same scheme it is a relative path, so the same text has two meanings.",
    base: "https://example.com/a/b",
    panel: "relative",
  },
  {
    title: "The same to a pattern",
    url: "https:\\\\EXAMPLE.com\\private\\..\\photos/%2E/cat.png",
    story: "A regular expression would find neither the host nor the folder in this text. A URL pattern sees what a browser requests.",
    panel: "patterns",
  },
  {
    title: "Up and away",
    url: "../../../%2e%2E/etc/passwd",
    base: "https://example.com/a/b/c/d",
    story: "Dots lead upwards also when they are percent-encoded, but never beyond the root. So nothing is left of the base's path.",
    panel: "relative",
  },
  {
    title: "Two standards, two answers",
    url: "?q=1",
    base: "file:///C|/Windows/",
    story: "The URL Standard knows Windows drive letters and corrects the bar to a colon. RFC 3986 knows neither.",
    panel: "relative",
  },
  {
    title: "A drive is not a host",
    url: "file://C:/Users/Ada/notes.txt",
    story: "C: stands where the host would be, and is read as a drive letter. The result has three slashes and an empty host.",
    panel: "showing",
  },
  {
    title: "A path without structure",
    url: "mailto:Ada@EXAMPLE.com?subject=a b",
    story: "Nothing after mailto: is a host or a path with segments, so nothing is lowercased. Only the query is percent-encoded.",
  },
  {
    title: "Not special",
    url: "git://EXAMPLE.com:443/A\\B",
    story: "Only six schemes are special: for the others, hosts keep their case, ports have no default and backslashes are ordinary. Browsers learned this late.",
  },
  {
    title: "A host that is a path",
    url: "web+demo:/.//not-a-host/",
    story: "Without the dot, this path would begin with two slashes and look like a host. So the serializer writes one that is not part of the path.",
  },
  {
    title: "Legacy encodings",
    url: "https://example.org/ü?ü",
    encoding: "windows-1252",
    story: "In an old page, a query is encoded as the page is, but the path always in UTF-8. So the same letter is written in two ways.",
  },
  {
    title: "Plus, space, percent",
    url: "https://example.org/a b+c?x=a b+c%20d&x=%zz",
    story: "In a query a plus means a space, but only for URLSearchParams; in a path it is a plus. A % without two digits is an error that changes nothing.",
    panel: "query",
  },
  {
    title: "The caret",
    url: "https://example.org/a^b|c?d^e",
    story: "Since 2025, the standard percent-encodes a caret in a path, and some browsers still keep it. In a query it stays as it is.",
    panel: "sets",
  },
  {
    title: "A WebSocket over https",
    url: "https://example.org/chat#room",
    story: "Since 2023, new WebSocket() takes an https address and turns it into wss. The fragment makes it a SyntaxError all the same.",
    panel: "websockets",
  },
];
