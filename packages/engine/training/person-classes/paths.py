"""Lets the scripts here import those of the drawings and of the export. Import it before them."""

import sys
from pathlib import Path

_TRAINING = Path(__file__).resolve().parent.parent
sys.path += [str(_TRAINING / 'person-regions'), str(_TRAINING)]
