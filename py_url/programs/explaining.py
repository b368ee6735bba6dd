"""The command ``explain``: how URL parsers read an input, or what each state of the URL Standard's parser does."""

from __future__ import annotations

from py_url.programs.answers import MOST_ERRORS, Answer, error_data, first_and_last
from py_url.standard.infra.showing import hide_secrets, visible, without

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.explain import Effect, Step
    from py_url.programs.answers import Style
    from py_url.programs.options import Options

# The text shows at most this many steps, unless an option gives another number. JSON has them all.
_MOST_STEPS = 100


def explain(input: str, options: Options, style: Style) -> Answer:
    """Answer with how different URL parsers read the input, and where they disagree."""
    if options.steps:
        return _steps(input, options, style)
    from py_url.explain import explain_differences

    editions: tuple[str, ...] = ()
    if options.editions:
        from py_url.editions import PARSERS

        editions = PARSERS
    explanation = explain_differences(
        input,
        options.base_as_given,
        parsers=options.parsers,
        editions=editions,
        with_runtimes=options.with_runtimes,
    )
    readings = {
        name: {"refused": reading.failure}
        if reading.failure is not None
        else reading.components
        if options.show_secrets
        else {component: reading.without_secrets(component) for component in reading.components}
        for name, reading in explanation.readings.items()
    }
    failure = explanation.readings["whatwg"].failure is not None
    data: dict[str, object] = {
        "failure": failure,
        "agree": explanation.agree,
        "differences": list(explanation.differences),
    }
    return Answer({**data, "readings": readings}, lambda: f"{explanation}\n", passes=explanation.agree)


def _steps(input: str, options: Options, style: Style) -> Answer:
    from py_url.explain import hidden_spans, steps

    hidden = [] if options.show_secrets else hidden_spans(input)
    most = options.limit or (None if options.json else _MOST_STEPS)
    # A path has as many steps as segments.
    listed, count = first_and_last(steps(input, options.base, encoding=options.encoding), most)
    last = listed[-1]  # there is at least the first state
    left_out = count - len(listed)
    data: dict[str, object] = {
        "failure": last.is_failure,
        "steps": [_step_data(step, input, hidden, options) for step in listed],
        "left_out": left_out,
    }

    def text() -> str:
        lines = [visible(without(input, hidden)) or "''"]
        for step in listed:
            if left_out and step is last:
                lines.append(f"  ({left_out:,} more steps left out)")
            consumed = visible(_consumed(step, input, hidden))
            lines.append(f"  {style.bold(step.name)} {style.green(consumed)}".rstrip())
            lines.append(f"    {step.said}")
            lines += [
                f"    {style.red(error.name)} at {error.place}: {error.message}" for error in step.errors[:MOST_ERRORS]
            ]
            for effect in _step_effects(step, hidden, options):
                what, member, value = effect["action"], effect["member"], effect["value"]
                text = "/".join(value) if isinstance(value, list | tuple) else "none" if value is None else str(value)
                lines.append(f"    {style.faint(f'{what} {member}')} {visible(text)}".rstrip())
        return "\n".join(lines) + "\n"

    return Answer(data, text, passes=not last.is_failure)


def _consumed(step: Step, input: str, hidden: list[tuple[int, int]]) -> str:
    inside = [(max(start, step.start) - step.start, min(end, step.end) - step.start) for start, end in hidden]
    return without(input[step.start : step.end], inside)


def _step_effects(step: Step, hidden: list[tuple[int, int]], options: Options) -> list[dict[str, object]]:
    """Return the effects of a step, without secrets unless the options ask for them."""
    read_a_secret = any(start < step.end and step.start < end for start, end in hidden)

    def shown(effect: Effect) -> object:
        value = effect.value
        if not value or isinstance(value, int) or options.show_secrets:
            return value
        # What the parser takes from the base URL may be a secret too.
        if read_a_secret or effect.member in ("username", "password"):
            return "***"
        return hide_secrets(value) if isinstance(value, str) else hide_secrets("/".join(value)).split("/")

    return [{"member": effect.member, "action": effect.action, "value": shown(effect)} for effect in step.effects]


def _step_data(step: Step, input: str, hidden: list[tuple[int, int]], options: Options) -> dict[str, object]:
    return {
        "state": step.name,
        "start": step.start,
        "end": step.end,
        "pointer": step.pointer,
        "code_points": _consumed(step, input, hidden),
        "effects": _step_effects(step, hidden, options),
        "errors": list(map(error_data, step.errors)),
        "next": None if step.next is None else step.next.value,
        "said": step.said,
        "link": step.link,
    }
