import json
import math
from dataclasses import replace
from pathlib import Path

import pytest
from tests.bench import extraction
from tests.bench.extraction import Row

MEASURED = Row(name="product", aeb=0.9587, wcxb=0.7487, kinds={}, cpu=60.0, structure=111)
REFERENCE = Row(name="trafilatura text", aeb=0.9525, wcxb=0.7413, kinds={}, cpu=70.0, structure=None)


@pytest.fixture(autouse=True)
def floors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "floors.json"
    path.write_text(json.dumps({"aeb": 0.958, "wcxb": 0.748, "structure": 110}))
    monkeypatch.setattr(extraction, "FLOORS", path)
    return path


def test_floors_are_raised_to_what_was_measured_and_never_above(floors: Path) -> None:
    extraction._raise_floors(MEASURED)

    assert json.loads(floors.read_text()) == {"aeb": 0.958, "wcxb": 0.748, "structure": 111}


def test_a_floor_is_never_lowered(floors: Path) -> None:
    before = floors.read_text()

    with pytest.raises(SystemExit, match="wcxb would be lowered"):
        extraction._raise_floors(replace(MEASURED, wcxb=0.7))

    assert floors.read_text() == before


def test_falling_under_a_floor_or_under_trafilatura_is_said() -> None:
    assert extraction._lost(MEASURED, REFERENCE) == []
    assert extraction._lost(replace(MEASURED, structure=100), replace(REFERENCE, aeb=0.97)) == [
        "structure is 100, under its floor of 110",
        "AEB F1 0.959 is under trafilatura's 0.970",
    ]


def test_what_was_not_measured_is_not_lost() -> None:
    absent = replace(MEASURED, aeb=math.nan, wcxb=math.nan)

    assert extraction._lost(absent, replace(REFERENCE, aeb=math.nan, wcxb=math.nan)) == []


def test_the_committed_structure_floor_is_every_check() -> None:
    committed = json.loads((Path(extraction.__file__).parent / "floors.json").read_text())

    assert committed["structure"] == extraction._checks()
