"""robots.txt as RFC 9309 says; the section a case comes from stands beside it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from websearch_server.policy.robots_rules import parse_robots

AGENT = "websearch-operator"
MERGED = f"User-agent: {AGENT}\nDisallow: /a\nUser-agent: b\nDisallow: /\nUser-agent: {AGENT}\nDisallow: /c"
RFC_EXAMPLE = "User-agent: *\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif"


def allows(robots: str | bytes, path: str) -> bool:
    body = robots if isinstance(robots, bytes) else robots.encode()
    return parse_robots(body, agent=AGENT).allows(path)


@pytest.mark.parametrize(
    ("robots", "path", "allowed"),
    [
        # 2.2.1: whose group
        ("", "/x", True),
        ("User-agent: *\nDisallow: /", "/x", False),
        ("User-agent: websearch-operator\nDisallow: /", "/x", False),
        ("User-agent: WebSearch-OPERATOR\nDisallow: /", "/x", False),
        ("User-agent: websearch-operator/2.0\nDisallow: /", "/x", False),
        ("User-agent: websearch-operator (+https://x)\nDisallow: /", "/x", False),
        ("User-agent: websearch\nDisallow: /", "/x", True),
        ("User-agent: websearch-operator-news\nDisallow: /", "/x", True),
        ("User-agent: other\nDisallow: /", "/x", True),
        ("User-agent: *\nDisallow: /\nUser-agent: websearch-operator\nAllow: /", "/x", True),
        ("User-agent: websearch-operator\nAllow: /\nUser-agent: *\nDisallow: /", "/x", True),
        ("User-agent: *\nDisallow: /\n\nUser-agent: websearch-operator\n", "/x", True),
        ("User-agent: *\nDisallow: /\n\nUser-agent: websearch-operator\nDisallow:", "/x", True),
        ("User-agent: a\nUser-agent: websearch-operator\nUser-agent: b\nDisallow: /", "/x", False),
        ("User-agent: *\nUser-agent: a\nDisallow: /x", "/x", False),
        ("User-agent: * # all\nDisallow: /x", "/x", False),
        ("User-agent:*\nDisallow:/x", "/x", False),
        ("Disallow: /\nUser-agent: *\nDisallow: /y", "/x", True),  # rules before any group belong to nobody
        # 2.2.1: groups of one agent are merged
        (MERGED, "/c", False),
        (MERGED, "/a", False),
        (MERGED, "/b", True),
        ("User-agent: *\nDisallow: /a\n\nUser-agent: *\nDisallow: /b", "/a", False),
        # 2.2.2: the longest match decides, allow wins a tie
        (RFC_EXAMPLE, "/example/page/", True),
        (RFC_EXAMPLE, "/example/page/disallowed.gif", False),
        ("User-agent: *\nDisallow: /\nAllow: /p", "/page", True),
        ("User-agent: *\nAllow: /folder\nDisallow: /folder", "/folder/page", True),
        ("User-agent: *\nDisallow: /folder\nAllow: /folder", "/folder/page", True),
        ("User-agent: *\nAllow: /page\nDisallow: /*.htm", "/page.htm", False),
        ("User-agent: *\nAllow: /$\nDisallow: /", "/", True),
        ("User-agent: *\nAllow: /$\nDisallow: /", "/page.htm", False),
        ("User-agent: *\nDisallow:", "/x", True),
        ("User-agent: *\nDisallow: /x", "/y/x", True),
        ("User-agent: *\nDisallow: /x", "/X", True),  # paths are case-sensitive
        ("User-agent: *\nDisallow: x", "/x", True),  # not a path pattern
        ("User-agent: *\nDisallow: /", "/robots.txt", True),
        ("User-agent: *\nDisallow: /?s=", "/?s=word", False),
        # 2.2.2: percent-encoding
        ("User-agent: *\nDisallow: /foo/bar?baz=quz", "/foo/bar?baz=quz", False),
        ("User-agent: *\nDisallow: /foo/bar/ツ", "/foo/bar/%E3%83%84", False),
        ("User-agent: *\nDisallow: /foo/bar/%E3%83%84", "/foo/bar/%e3%83%84", False),
        ("User-agent: *\nDisallow: /foo/bar/%62%61%7A", "/foo/bar/baz", False),
        ("User-agent: *\nDisallow: /a%3cd.html", "/a%3Cd.html", False),
        ("User-agent: *\nDisallow: /a<d.html", "/a%3Cd.html", False),
        ("User-agent: *\nDisallow: /a%2Fb", "/a/b", True),  # an escaped slash is not a slash
        ("User-agent: *\nDisallow: /a%2fb", "/a%2Fb", False),
        ("User-agent: *\nDisallow: /%7Euser", "/~user", False),
        ("User-agent: *\nDisallow: /~user", "/%7euser", False),
        ("User-agent: *\nDisallow: /100%", "/100%", False),
        (b"User-agent: *\nDisallow: /\xe9t\xe9", "/%E9t%E9", False),  # Latin-1: octets are octets
        (b"User-agent: *\nDisallow: /\xe9", "/%E8", True),
        # 2.2.3: special characters
        ("User-agent: *\nDisallow: /*.php", "/a/b.php5?x", False),
        ("User-agent: *\nDisallow: /*.php$", "/a.php", False),
        ("User-agent: *\nDisallow: /*.php$", "/a.php?x", True),
        ("User-agent: *\nDisallow: /fish*", "/fish", False),
        ("User-agent: *\nDisallow: /a*b*c", "/a1b2c3", False),
        ("User-agent: *\nDisallow: /a*b*c", "/acb", True),
        ("User-agent: *\nDisallow: /a*a$", "/a", True),  # the two literals may not overlap
        ("User-agent: *\nDisallow: /a**b", "/axb", False),
        ("User-agent: *\nDisallow: *.gif", "/x.gif", False),
        ("User-agent: *\nDisallow: *", "/x", False),
        ("User-agent: *\nDisallow: /a$b", "/a$b", False),
        ("User-agent: *\nDisallow: /a$b", "/a", True),
        ("User-agent: *\nDisallow: /path/file-with-a-%2A.html", "/path/file-with-a-*.html", False),
        ("User-agent: *\nDisallow: /path/file-with-a-%2A.html", "/path/file-with-a-x.html", True),
        ("User-agent: *\nDisallow: /path/foo-%24", "/path/foo-$", False),
        ("User-agent: *\nDisallow: /path/foo-%24", "/path/foo-", True),
        ("User-agent: *\nDisallow: /x # because", "/x", False),
        ("User-agent: *\nDisallow: # nothing", "/x", True),
        # 2.2.4: other records don't interfere
        ("User-agent: websearch-operator\nCrawl-delay: 5\nUser-agent: b\nDisallow: /x", "/x", False),
        ("Sitemap: https://a/b\nUser-agent: *\nSitemap: https://c/d\nDisallow: /x", "/x", False),
        ("User-agent: *\nNoindex: /y\nDisallow: /x\nRequest-rate: 1/5", "/x", False),
        ("User-agent: *\nDisallow: /x\n\n\nDisallow: /y", "/y", False),  # blank lines end no group
        # 2.2: the shape of a file
        ("\ufeffUser-agent: *\nDisallow: /x", "/x", False),
        ("User-agent: *\r\nDisallow: /x\r\n", "/x", False),
        ("User-agent: *\rDisallow: /x\r", "/x", False),
        ("\tUser-Agent :\t*\t\n  disallow  :  /x  ", "/x", False),
        ("User-agent: *\nDisallow /x", "/x", True),
        ("User-agent: *\nDissallow: /x", "/x", False),
        ("useragent: *\nDisallow: /x", "/x", False),
        ("User-agent: *\nDisallow: /a\x0cDisallow: /b", "/b", True),
        ("<!doctype html><title>404</title><p>User-agent: * Disallow: /", "/x", True),
        (b"\x00\xff\xfe\x00", "/x", True),
    ],
)  # fmt: skip
def test_rfc_9309(robots: str | bytes, path: str, allowed: bool) -> None:
    assert allows(robots, path) is allowed


@pytest.mark.timeout(30)  # takes a second; a quadratic step anywhere would take minutes
def test_half_a_megabyte_of_anything_is_read_and_asked_in_no_time() -> None:
    size = 512 * 1024
    path = "/" + "a/" * 4000
    for robots in (
        "User-agent: *\n" + "Disallow: /*a*b\n" * (size // 16),
        "User-agent: *\nDisallow: " + "/a*" * (size // 3),
        "User-agent: *\nDisallow: " + "%41" * (size // 3),
        "User-agent: *\n" + "\n" * size,
        "User-agent: *\n" + " " * size,
        "User-agent: *\nDisallow" + " " * size + "x",
        "User-agent: a\n" * (size // 14),
        "x" * size,
    ):
        assert allows(robots, path) in (True, False)


@given(st.binary(max_size=500), st.text("/ab%*$?2FfE", max_size=30))
def test_any_bytes_are_a_robots_txt(body: bytes, path: str) -> None:
    assert allows(body, f"/{path}") in (True, False)


PATHS = st.lists(st.sampled_from(["a", "b", "%41", "~", "é", "/"]), max_size=6).map(lambda parts: "/" + "".join(parts))


@given(PATHS, st.lists(PATHS, max_size=4))
def test_a_plain_rule_forbids_its_own_path_and_whatever_is_below(path: str, others: list[str]) -> None:
    robots = "User-agent: *\n" + "".join(f"Disallow: {other}\n" for other in [*others, path])
    assert not allows(robots, path.encode().decode("latin-1"))
    assert not allows(robots, path.encode().decode("latin-1") + "/more?x=1")
