import pytest

from websearch_server.config import Settings
from websearch_server.config.keys import Path, dotted, shape_of
from websearch_server.config.prune import prune


def pruned(value: object) -> tuple[object, list[str]]:
    reports: list[str] = []

    def report(path: Path, says: str) -> None:
        reports.append(f"{dotted(path)} {says}")

    return prune(shape_of(Settings), value, (), report), reports


def test_what_is_known_is_kept_as_it_is() -> None:
    tree = {
        "search": {"timeout": "5s", "engineRoutes": {"news": ["a"]}},
        "scraper": {"proxy": {"pool": [{"url": "http://proxy:1"}]}},
        "pii": {"anonymizers": {"ANY_NAME": {"type": "redact"}}},
    }

    assert pruned(tree) == (tree, [])


def test_what_is_not_known_or_of_the_wrong_form_is_taken_out_and_reported() -> None:
    tree = {
        "server": {"port": 9000, "prot": 1},
        "search": None,
        "policy": ["robots"],
        "pii": {"anonymizers": {"PERSON": "redact", "LOCATION": None, "US_SSN": {"typ": "mask", "type": "mask"}}},
        "scraper": {"maxConcurrency": True, "proxy": {"pool": ["http://proxy:1", {"url": "http://proxy:2"}]}},
    }

    assert pruned(tree) == (
        {
            "server": {"port": 9000},
            "pii": {"anonymizers": {"US_SSN": {"type": "mask"}}},
            "scraper": {"proxy": {"pool": [{"url": "http://proxy:2"}]}},
        },
        [
            "server.prot is not a setting; did you mean server.port?",
            "policy must hold keys and values; got a list",
            'pii.anonymizers.PERSON must hold keys and values; got "redact"',
            "pii.anonymizers.US_SSN.typ is not a setting; did you mean pii.anonymizers.US_SSN.type?",
            "scraper.maxConcurrency must be a number; got true",
            'scraper.proxy.pool[0] must hold keys and values; got "http://proxy:1"',
        ],
    )


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("policy.robot", "policy.robots"),
        ("policy.rate_limit", "policy.rateLimit"),
        ("policy.ratelimit", "policy.rateLimit"),
        ("search.searxngUrl", "search.searxngURL"),
        ("robots", "policy.robots"),
        ("blocklist", "policy.domains.blocklist"),
        ("search.maxTokens", "output.maxTokens"),
        ("searxng-url", "search.searxngURL"),
    ],
)
def test_the_nearest_known_key_is_beside_it_or_has_its_name_elsewhere(path: str, meant: str) -> None:
    tree: object = {}
    for step in reversed(path.split(".")):
        tree = {step: tree}

    assert pruned(tree)[1] == [f"{path} is not a setting; did you mean {meant}?"]
