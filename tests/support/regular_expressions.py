"""Regular expressions of ECMAScript with the flag ``v``, and strings to match, for a comparison with Node.js."""

ESCAPES = (
    *(r"\d", r"\w", r"\s", r"\D", r"\W", r"\S", r"\x61", r"\u{62}", r"\u0063", r"\t", r"\cJ", r"\0"),
    *(r"\u212A", r"\u017f", r"\ud83d\ude00", r"\/", r"\.", r"\-"),
)
IN_CLASSES = (
    *("a", "b", "c", "A", "z", "0", "_", "k", "s", ".", "*", r"\-", r"\/", r"\b", r"\x41", r"\u{7a}", r"\u212a"),
    *(r"\u017f", r"\&", r"\xe9", r"\d", r"\w", r"\s", r"\D", r"\W", r"\S"),
    *("a-c", "A-Z", "0-9", "!-~", r"\x00-\x7f", r"k-\u{212a}", "z-a"),
)
WRONG_CLASSES = ("a&&b--c", "a-", "-a", "&&a", "a&&&b", "a--", "a||b", "(", "a!!b", "]", "[", "--a", "ab--c", "a-z--c")
WRONG = ("{", "}", "]", ")", "**", "\\", r"\e", "(?>a)", r"\8", "(", "(?a)", r"\x", r"\u12", r"\u{110000}", r"\k<q>")
QUANTIFIERS = ("*", "+", "?", "{2}", "{1,}", "{0,2}", "{1,2}", "*?", "+?", "??", "{2,1}", "{0}", "{0,1}?")


class Generator:
    """Makes expressions, with a `random.Random`. Classes are not negated if *negated* is false."""

    def __init__(self, random, *, negated=True):
        self.random = random
        self.negated = negated
        self.names = 0

    def happens(self, share):
        return self.random.random() < share

    def character_class(self, depth=0):
        def item():
            return (
                self.character_class(depth + 1) if depth < 3 and self.happens(0.2) else self.random.choice(IN_CLASSES)
            )

        negative = self.negated and self.happens(0.3)
        between = self.random.choice(("", "", "", "--", "&&"))
        count = self.random.randint(2, 3) if between else self.random.randint(0, 4)
        inside = self.random.choice(WRONG_CLASSES) if self.happens(0.03) else between.join(item() for _ in range(count))
        return f"[{'^' if negative else ''}{inside}]"

    def atom(self, depth):
        kind = self.random.random()
        if kind < 0.4 or depth > 3:
            return self.random.choice("abcABks0_-.")
        if kind < 0.55:
            return self.random.choice(ESCAPES)
        if kind < 0.75:
            return self.character_class()
        if kind < 0.82:
            return self.random.choice((r"\1", r"\2", r"\k<n1>"))
        if kind < 0.93:
            return f"(?:{self.disjunction(depth + 1)})"
        self.names += 1
        return f"({f'?<n{self.names}>' if self.happens(0.6) else ''}{self.disjunction(depth + 1)})"

    def term(self, depth):
        if self.happens(0.08):
            return self.random.choice(("^", "$", r"\b", r"\B"))
        if depth < 3 and self.happens(0.08):
            return f"(?{self.random.choice(('=', '!', '<=', '<!'))}{self.disjunction(depth + 1)})"
        if self.happens(0.01):
            return self.random.choice(WRONG)
        return self.atom(depth) + (self.random.choice(QUANTIFIERS) if self.happens(0.4) else "")

    def disjunction(self, depth=0):
        alternatives = range(self.random.choice((1, 1, 1, 2, 3)))
        return "|".join("".join(self.term(depth) for _ in range(self.random.randint(0, 3))) for _ in alternatives)

    def expression(self):
        """An expression in one of the forms of a URL pattern's component."""
        self.names = 0
        form = self.random.choice(
            ("({})", "({})?", "((?:{})*)", "((?:{})+)", r"(?:\/({}))?", "x({})(.*)", r"(?:{})(\w*)")
        )
        return f"^{form.format(self.disjunction())}$"

    def strings(self, count):
        return ["".join(self.random.choices("aabbcABCkKsS09_-/. \n", k=length % 8)) for length in range(count)]
