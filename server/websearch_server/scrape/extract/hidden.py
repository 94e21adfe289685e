"""What a reader of the page does not see, so that it never reaches the model.

Scripts, templates, hidden attributes, invisible styles, zero-width characters, consent overlays. The exceptions are
pages whose visible text waits behind such markup until a script runs: React's streamed sections and Discourse's
`<noscript>` thread. Changes nothing; `html.py` removes what it names.
"""

import re
from functools import cached_property, lru_cache
from typing import cast

from websearch_server.scrape.extract.css import fades, hides, hiding_rules
from websearch_server.scrape.extract.tree import ET, select

__all__ = ["hidden_elements", "visible"]

_ZERO_WIDTH = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f\U000e0100-\U000e01ef]"
)
"""Characters that show nothing. The joiners U+200C and U+200D stay (Persian, Hindi), as does emoji variation U+FE0F."""

_NEVER_SEEN = frozenset(
    [
        "script",
        "style",
        "template",
        "iframe",
        "object",
        "embed",
        "applet",
        "canvas",
        "audio",
        "video",
        "svg",
        "select",
        "datalist",
        "textarea",
        "link",
        "dialog",
    ]
)
_DISCOURSE = ET.XPath("boolean(/html/head/meta[@name='generator'][starts-with(@content, 'Discourse')])")
_TEXTS = ET.XPath(".//text()[not(parent::script or parent::style)]", smart_strings=False)
_SUSPECT = ET.XPath("//body//*[@hidden or @style or @aria-hidden='true']")
_NAMED = ET.XPath("//body//*[@class or @id]")
_NAMES = ET.XPath("//body//@class | //body//@id", smart_strings=False)
_JSON_LD = "application/ld+json"
"""Stays: the extractor reads the body text that some pages give only there."""
_REACT_SECTION = re.compile(r"[SB]:[0-9a-f]+")
_CONSENT = re.compile(
    r"onetrust|cookiebot|didomi|usercentrics|qc-cmp|truste|iubenda-cs|sp_message|cc-window|cookie-?law"
    r"|cookies?[-_]?(?:banner|consent|notice|bar|popup|modal|overlay|policy-?popup|message|disclaimer|wall)"
    r"|consent[-_]?(?:banner|modal|popup|overlay|manager|wall)|gdpr[-_]?(?:banner|modal|popup|overlay|notice|consent)",
    re.IGNORECASE,
)
_MOST = 0.6
"""Share of a page's text above which a fade is the page waiting for its script, not a hiding place."""
_OVERLAY = 0.3
"""Share of a page's text up to which a consent overlay may be removed; one that is larger is the page itself."""


def visible(text: str) -> str:
    """The text without characters that show nothing."""
    return _ZERO_WIDTH.sub("", text)


def hidden_elements(root: ET._Element) -> list[ET._Element]:
    """The elements of a page that its reader doesn't see; those inside another may be among them."""
    page = _Page(root)
    never = _NEVER_SEEN if _DISCOURSE(root) else (*_NEVER_SEEN, "noscript")
    unseen = [element for element in root.iter(*never) if element.get("type") != _JSON_LD]
    unseen += [element for element in select(_SUSPECT, root) if page.hides(element)]
    return unseen + [element for element in page.named() if page.names_hide(element)]


class _Page:
    """What the rules need to know of the whole page while its elements are looked at."""

    def __init__(self, root: ET._Element) -> None:
        self._root = root
        names = set(cast("list[str]", _NAMES(root)))
        rules = hiding_rules(style.text or "" for style in root.iter("style"))
        self._ruled = frozenset(name for name in names if _is_ruled(name, rules)) if rules else frozenset()
        self._consents = frozenset(name for name in names if _is_consent(name))

    @cached_property
    def _size(self) -> int:
        return _size(self._root) or 1

    def _holds_over(self, share: float, element: ET._Element) -> bool:
        return _size(element) > share * self._size

    def hides(self, element: ET._Element) -> bool:
        """Whether an attribute or its own style hides an element."""
        hidden = element.get("hidden")
        if hidden is not None and hidden != "until-found" and not _REACT_SECTION.fullmatch(element.get("id", "")):
            return True
        style = element.get("style")
        if style and (_hides(style) or (_fades(style) and not self._holds_over(_MOST, element))):
            return True
        return element.get("aria-hidden") == "true" and not self._holds_over(_OVERLAY, element)

    def named(self) -> list[ET._Element]:
        """The elements whose names could hide them: none on most pages."""
        return select(_NAMED, self._root) if self._ruled or self._consents else []

    def names_hide(self, element: ET._Element) -> bool:
        """Whether a style rule hides an element, or its names are those of a consent overlay."""
        names = (element.get("class", ""), element.get("id", ""))
        if not self._ruled.isdisjoint(names):
            return not self._holds_over(_MOST, element)
        return not self._consents.isdisjoint(names) and not self._holds_over(_OVERLAY, element)


def _is_ruled(names: str, rules: frozenset[str]) -> bool:
    """Whether a rule hides what has this `class` or `id`."""
    return f"#{names}" in rules or any(f".{name}" in rules for name in names.split())


_hides = lru_cache(maxsize=4096)(hides)
_fades = lru_cache(maxsize=4096)(fades)


@lru_cache(maxsize=65536)
def _is_consent(names: str) -> bool:
    return _CONSENT.search(names) is not None


def _size(element: ET._Element) -> int:
    """Characters of an element's text, scripts and styles left out."""
    return sum(len(text) for text in cast("list[str]", _TEXTS(element)) if not text.isspace())
