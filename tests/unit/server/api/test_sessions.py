import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from websearch_server.api.sessions import SessionTokens


def tokens(key: str = "k", *, now: float = 1_000_000.0, ttl: float = 60.0) -> SessionTokens:
    return SessionTokens(key=key, ttl=ttl, clock=lambda: now)


def test_an_id_is_visible_ascii_and_no_two_are_alike() -> None:
    issuer = tokens()
    first, second = issuer.issue(), issuer.issue()
    assert first != second
    assert all(0x21 <= ord(character) <= 0x7E for character in first + second)


def test_a_replica_with_the_same_key_accepts_an_id_it_has_never_seen() -> None:
    assert tokens("shared").valid(tokens("shared").issue())


def test_another_key_does_not() -> None:
    assert not tokens("other").valid(tokens("shared").issue())


def test_without_a_key_each_process_has_one_of_its_own() -> None:
    first, second = tokens(""), tokens("")
    assert first.valid(first.issue())
    assert not second.valid(first.issue())


@pytest.mark.parametrize(("later", "valid"), [(59.0, True), (60.0, False), (1e9, False)])
def test_an_id_is_good_until_it_expires(later: float, valid: bool) -> None:
    issued = tokens(now=1_000_000.0, ttl=60.0).issue()
    assert tokens(now=1_000_000.0 + later).valid(issued) is valid


def test_no_byte_of_an_id_can_be_changed() -> None:
    issuer = tokens()
    raw = base64.urlsafe_b64decode(issuer.issue())
    for position in range(len(raw)):
        changed = raw[:position] + bytes([raw[position] ^ 1]) + raw[position + 1 :]
        assert not issuer.valid(base64.urlsafe_b64encode(changed).decode())


@given(st.text(max_size=200))
def test_whatever_else_is_sent_is_not_an_id(text: str) -> None:
    assert not tokens().valid(text)
