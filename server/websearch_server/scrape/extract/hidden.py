"""What a reader of the page does not see, so that it never reaches the model.

Scripts, templates, hidden attributes, invisible styles, zero-width characters, consent overlays. The exceptions are
pages whose visible text waits behind such markup until a script runs: React's streamed sections and Discourse's
`<noscript>` thread. Changes nothing; asked by `html.py` of every element.
"""

import re
from functools import cached_property, lru_cache
from typing import cast

from websearch_server.scrape.extract.css import fades, hides, hiding_rules
from websearch_server.scrape.extract.tree import ET

__all__ = ["Hidden", "visible"]

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
_DISCOURSE = ET.XPath(
    "boolean(//meta[@name='generator'][starts-with(@content, 'Discourse')] | //*[@id='data-discourse-setup'])"
)
_TEXTS = ET.XPath(".//text()[not(parent::script or parent::style)]", smart_strings=False)
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


class Hidden:
    """Says of each element of one page whether a reader sees it."""

    def __init__(self, root: ET._Element) -> None:
        self._root = root
        self._rules = hiding_rules(style.text or "" for style in root.iter("style"))
        self._never = _NEVER_SEEN if _DISCOURSE(root) else _NEVER_SEEN | {"noscript"}

    @cached_property
    def _size(self) -> int:
        return _size(self._root) or 1

    def _holds_over(self, share: float, element: ET._Element) -> bool:
        return _size(element) > share * self._size

    def hides(self, element: ET._Element) -> bool:
        """Whether an element and all in it stay unseen."""
        if element.tag in self._never:
            return True
        if not element.attrib:
            return False
        return self._attribute_hides(element) or self._name_hides(element)

    def _attribute_hides(self, element: ET._Element) -> bool:
        hidden = element.get("hidden")
        if hidden is not None and hidden != "until-found" and not _REACT_SECTION.fullmatch(element.get("id", "")):
            return True
        style = element.get("style")
        if style and (_hides(style) or (_fades(style) and not self._holds_over(_MOST, element))):
            return True
        return element.get("aria-hidden") == "true" and not self._holds_over(_OVERLAY, element)

    def _name_hides(self, element: ET._Element) -> bool:
        classes, ident = element.get("class", ""), element.get("id", "")
        if not classes and not ident:
            return False
        if self._rules and not self._rules.isdisjoint([f"#{ident}", *(f".{name}" for name in classes.split())]):
            return not self._holds_over(_MOST, element)
        return _is_consent(f"{classes} {ident}") and not self._holds_over(_OVERLAY, element)


_hides = lru_cache(maxsize=4096)(hides)
_fades = lru_cache(maxsize=4096)(fades)


@lru_cache(maxsize=65536)
def _is_consent(names: str) -> bool:
    return _CONSENT.search(names) is not None


def _size(element: ET._Element) -> int:
    """Characters of an element's text, scripts and styles left out."""
    return sum(len(text) for text in cast("list[str]", _TEXTS(element)) if not text.isspace())
