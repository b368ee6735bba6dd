"""Attack the transports of the guard: every client, every payload, with redirects and a hostile DNS.

    python3 build_scripts/research attack_guard                  in a network namespace: nothing leaves the machine
    python3 build_scripts/research attack_guard --first 20       with 20 of the payloads
    python3 build_scripts/research attack_guard --oldest         with the oldest supported releases of the clients
    python3 build_scripts/research attack_guard --required       fail if there can be no network namespace

Prints what reached what. The exit status is 1 if a guarded client reached a server inside, or if an unguarded one
reached none, because then the attack proves nothing.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

from setup import project, venv
from setup.ending import ends
from setup.project import CACHE, ROOT, say

from research import parser_of, variables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

# A made-up public address, and those inside that payloads lead to.
PUBLIC = "93.184.216.34"
INSIDE = ("10.0.0.1", "10.0.0.7", "169.254.169.254", "169.254.1.1", "34.118.224.1", "100.100.100.200", "192.168.1.1")
# The client without a guard reaches it, so the attack can succeed.
_CONTROL = "http://10.0.0.1/"
_NAMESPACE = ["unshare", "--user", "--map-root-user", "--net"]
# How a server holds a client: tests/support/holding.py has them, and a resolver that does not answer.
WAYS = ("head", "hints", "redirect", "silence", "retry", "resolver", "TLS head", "TLS handshake")
DEADLINE = 1.0
# On a busy machine. A server holds for ten seconds.
_LATE = 3
_OLDEST = ("httpx==0.26.0", "requests==2.31.0", "urllib3==2.0.7", "aiohttp==3.9.0", "publicsuffixlist", "trustme")


def namespace() -> list[str] | None:
    """Return the command that starts another one in a network namespace with the addresses, or None."""
    if not (shutil.which("unshare") and shutil.which("ip")):
        return None
    if subprocess.run([*_NAMESPACE, "true"], capture_output=True, check=False, timeout=60).returncode:
        return None
    addresses = [f"ip address add {address}/32 dev lo" for address in (PUBLIC, *INSIDE)]
    return [*_NAMESPACE, "sh", "-c", " && ".join(["ip link set lo up", *addresses, 'exec "$0" "$@"'])]


def report(answer: dict[str, Any]) -> tuple[str, int]:
    """Return the table and the exit status."""
    lines = [f"{'client':<22}{'requests':>10}{'refused':>9}{'reached inside':>16}"]
    for name, client in answer["clients"].items():
        lines.append(f"{name:<22}{client['requests']:>10}{client['refused']:>9}{len(client['reached']):>16}")
        lines += [f"  {url!r} reached {', '.join(there)}" for url, there in client["reached"][:10] if name != UNGUARDED]
    lines += ["", "seconds after a deadline of one second:", f"{'client':<16}" + "".join(f"{way:>14}" for way in WAYS)]
    for name, late in answer["late"].items():
        shown = [f"{late[way]:.2f}" if late[way] >= 0 else "before" for way in WAYS]
        lines.append(f"{name:<16}" + "".join(f"{seconds:>14}" for seconds in shown))
    lines += [f"not installed: {name}" for name in answer["missing"]]
    guarded = [client for name, client in answer["clients"].items() if name != UNGUARDED]
    proves = bool(answer["clients"][UNGUARDED]["reached"])
    if not proves:
        lines.append("The client without a guard reached nothing inside, so this proves nothing.")
    is_late = any(seconds > _LATE for late in answer["late"].values() for seconds in late.values())
    return "\n".join(lines), int(not proves or is_late or any(client["reached"] for client in guarded))


UNGUARDED = "urllib, no guard"


def _oldest() -> str:
    """Return a Python with the oldest supported releases of the clients."""
    folder = CACHE / "venv-attack"
    python = folder / "bin" / "python"
    if not python.is_file():
        project.run([sys.executable, "-m", "venv", str(folder)])
        project.run([str(python), "-m", "pip", "install", "--quiet", *_OLDEST])
    return str(python)


@ends("research attack_guard")
def main(argv: Sequence[str] | None = None) -> int:
    """Attack, and print the table. Returns the exit status."""
    parser = parser_of("research attack_guard", __doc__)
    parser.add_argument("--first", type=int, metavar="N", help="only the first N payloads")
    parser.add_argument("--oldest", action="store_true", help="with the oldest supported releases")
    parser.add_argument("--required", action="store_true", help="fail if there is no network namespace")
    arguments = parser.parse_args(argv)
    venv.enter("test-fits")
    before = namespace()
    if before is None:
        no_namespace, instead = "There is no network namespace here", "on Linux, install unshare and ip, and allow them"
        if arguments.required:
            raise project.SetUpError(f"{no_namespace}: {instead}")
        say(f"{no_namespace}, so this part is skipped: {instead}.")
        return 0
    python = _oldest() if arguments.oldest else sys.executable
    data = ROOT / "tests" / "data" / "guard" / "bypasses.json"
    payloads: list[str] = [bypass["url"] for bypass in json.loads(data.read_text("utf-8"))["bypasses"]][
        : arguments.first
    ]
    payloads.insert(0, _CONTROL)
    say(f"attacking with {len(payloads)} payloads ...")
    finished = subprocess.run(
        [*before, python, "-m", "research.attacking.attack"],
        input=json.dumps(payloads),
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(ROOT),
        env=variables(PYTHONWARNINGS="ignore"),
        timeout=3_600,
    )
    if finished.returncode:
        raise project.SetUpError(f"the attack ended early:\n{finished.stderr[-2_000:]}")
    text, status = report(json.loads(finished.stdout.splitlines()[-1]))
    print(text)
    return status
