// Matches strings with regular expressions. Reads [source, flags, strings] from standard input, and writes the groups of
// each match (null for no match, and for a group that did not take part), or the error's message.
import { readFileSync } from "node:fs"

const groups = (match) => match && [...match].slice(1).map((group) => group ?? null)

const answer = ([source, flags, strings]) => {
  try {
    const expression = new RegExp(source, flags)
    return strings.map((string) => groups(expression.exec(string)))
  } catch (error) {
    return error.message
  }
}

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(answer)))
