"""ESLint reports nothing."""

import os
import subprocess

from setup import npm, project

from tests.support.needs import needs


@needs("npm test packages")
def test_eslint():
    packages = npm.packages(project.TEST_PACKAGES)
    eslint = packages / "eslint" / "bin" / "eslint.js"
    command = [npm.node(), eslint, "-c", "tests/style/eslint.config.cjs", "web", "build_scripts", "tests"]
    # The configuration finds its packages there.
    variables = {**os.environ, "NODE_PATH": str(packages)}
    result = subprocess.run(
        command, cwd=project.ROOT, env=variables, capture_output=True, text=True, check=False, timeout=300
    )
    assert result.returncode == 0, result.stdout + result.stderr
