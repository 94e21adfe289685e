"""Every promise of the seeds as data: what it says, and the test that proves it or the reason why none does yet.

Seed 000 is the tool reference, seed 001 the concepts. `test_requirements.py` holds both directions: an entry names
a test that exists, and a test marked `@pytest.mark.requirement("id")` is named by that entry. Nothing here imports
the product, so that the table can be read and checked without it.
"""

from tests.conformance.promise import Requirement
from tests.conformance.seed_000_answer import SEED_000_ANSWER
from tests.conformance.seed_000_call import SEED_000_CALL
from tests.conformance.seed_000_errors import SEED_000_ERRORS
from tests.conformance.seed_001_service import SEED_001_SERVICE
from tests.conformance.seed_001_stages import SEED_001_STAGES

__all__ = ["REQUIREMENTS"]

REQUIREMENTS: tuple[Requirement, ...] = (
    *SEED_000_CALL,
    *SEED_000_ANSWER,
    *SEED_000_ERRORS,
    *SEED_001_STAGES,
    *SEED_001_SERVICE,
)
