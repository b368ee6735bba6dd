"""What a run has done so far, in a file under ``.cache``: an interrupted run continues where it was."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import dataclass, field

from setup.project import CACHE, SetUpError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Any

FOLDER = CACHE / "fuzz"
_FORMAT = 2


@dataclass
class State:
    """What was done, and what was found."""

    what: str
    """What identifies the run: a run of something else does not continue it."""
    done: int = 0
    """How many rounds, or blocks of an exhaustive run, are complete."""
    seconds: float = 0
    inputs: dict[str, Counter[str]] = field(default_factory=dict)
    """For each engine, how many parses, setter calls and other inputs it has answered."""
    kinds: dict[str, Counter[str]] = field(default_factory=dict)
    """For each engine, the known kinds of differences and how many there were."""
    findings: list[dict[str, Any]] = field(default_factory=list)
    """What is new: the engine, the sentence, the small case, its row, and how many differences became this case."""

    def count(self, engine: str, counts: Mapping[str, int]) -> None:
        """Add to the inputs of an engine."""
        self.inputs.setdefault(engine, Counter()).update(counts)

    def count_kind(self, engine: str, kind: str) -> None:
        """Add one difference of a known kind."""
        self.kinds.setdefault(engine, Counter())[kind] += 1


def file_of(what: str, folder: Path = FOLDER) -> Path:
    """Return the file of a run."""
    return folder / f"{hashlib.sha256(what.encode()).hexdigest()[:16]}.json"


def load(what: str, folder: Path = FOLDER) -> State:
    """Return the state of a run; a new one if there is none. Raises SetUpError if the file is damaged."""
    file = file_of(what, folder)
    try:
        content = json.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        return State(what)
    except (ValueError, RecursionError):
        raise _damaged(file) from None
    if not isinstance(content, dict) or content.pop("format", None) != _FORMAT or content.get("what") != what:
        raise _damaged(file)
    try:
        state = State(**content)
        state.inputs = {engine: Counter(counts) for engine, counts in state.inputs.items()}
        state.kinds = {engine: Counter(counts) for engine, counts in state.kinds.items()}
    except (TypeError, AttributeError):
        raise _damaged(file) from None
    return state


def _damaged(file: Path) -> SetUpError:
    return SetUpError(f"{file} is not the state of a run; delete it and run again")


def save(state: State, folder: Path = FOLDER) -> None:
    """Write the state of a run. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    file = file_of(state.what, folder)
    new = file.with_suffix(".new")
    # An interrupted write must not damage the file.
    new.write_text(json.dumps({"format": _FORMAT, **vars(state)}) + "\n", "utf-8")
    new.replace(file)
