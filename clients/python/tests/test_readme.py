"""That the examples of the README run as they stand."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from unittest import TestCase, skipUnless
from zipfile import ZipFile

from .test_service import HAS_SERVICE, PHOTO

CLIENT = Path(__file__).parents[1]


def program() -> str:
    """All examples, one after the other."""
    return "\n".join(re.findall(r"```python\n(.*?)```", (CLIENT / "README.md").read_text(), re.DOTALL))


class Readme(TestCase):
    @skipUnless(HAS_SERVICE, "ATELIER_URL and ATELIER_API_KEY are not set")
    def test_the_examples_run_as_they_stand(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for name in ("person.jpg", "shirt.png"):
                shutil.copy(PHOTO, Path(folder) / name)
            environment = {**os.environ, "PYTHONPATH": str(CLIENT), "WEBHOOK_SECRET": "whsec_a"}
            command = [sys.executable, "-c", program().replace("9000", "0")]
            ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
            self.assertEqual(ran.stderr, "")
            self.assertRegex(ran.stdout, r"^([a-z]+ \S+\n)*completed 1\ncompleted\nevent completed\nTrue\n2\n")
            self.assertRegex(ran.stdout, r"\nLinen shirt LS-204\n([a-z]+ -?[\d.]+\n)+grant \d+\n[\d.]+ \d+\n")
            self.assertRegex(ran.stdout, r"\nshoot 1 [\d.]+\nitem LS-205 completed\nreview http\S+/review/\S+\n")
            with ZipFile(Path(folder) / "season.zip") as archive:
                self.assertEqual(len(archive.namelist()), 2)
            self.assertRegex(ran.stdout, r"\n400 invalid_request [0-9a-f-]{36}\n$")
            self.assertEqual((Path(folder) / "dressed.png").read_bytes()[:4], b"\x89PNG")

    def test_the_types_of_client_tests_and_examples_pass_mypy_strict(self) -> None:
        if subprocess.run([sys.executable, "-c", "import mypy"], capture_output=True).returncode != 0:
            self.skipTest("mypy is not installed")
        with tempfile.TemporaryDirectory() as folder:
            examples = Path(folder) / "examples.py"
            examples.write_text(program())
            command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", folder]
            checked = subprocess.run(
                [*command, "atelier_client", "tests", examples], cwd=CLIENT, capture_output=True, text=True
            )
            self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
