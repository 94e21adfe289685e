"""The demo's settings are the defaults but for what its web makes different."""

from websearch_server.config import Settings
from websearch_server.demo.stack import demo_settings


def test_the_demo_opens_its_own_addresses_and_changes_nothing_of_policy_beyond_the_rate() -> None:
    settings = demo_settings("http://127.0.0.1:1", ["127.0.2.1/32"])
    assert settings.policy.egress.allowed_cidrs == ["127.0.2.1/32"]
    defaults = Settings().policy
    assert (settings.policy.robots, settings.policy.domains) == (defaults.robots, defaults.domains)
    assert settings.output == Settings().output
    assert (settings.server.host, settings.server.port) == ("127.0.0.1", 0)
