"""Small repairs that let a general converter write good Markdown: code, formulas, permalinks.

Each works on what the benchmark of converters showed to be lost: the language of code, line-number gutters, TeX kept
in scripts or annotations. Changes the tree in place. Called by `html.py`: `keep_formulas` before hidden text is
removed (TeX hides in scripts), the rest after.
"""

import re

from websearch_server.scrape.extract.tree import ET, drop, select, text_of

__all__ = ["fill_formulas", "keep_formulas", "mark_code", "remove_furniture"]

_LANGUAGE = re.compile(
    r"(?:^|\s)(?:language|lang|highlight-source|highlight|brush:|sourceCode)[-:\s]\s*(?!highlight|source)([A-Za-z][\w+#-]*)"
)
_NOT_A_LANGUAGE = frozenset(
    [
        "text",
        "plain",
        "plaintext",
        "none",
        "default",
        "notranslate",
        "highlight",
        "highlighter",
        "code",
        "source",
        "wrapper",
        "container",
    ]
)
_GUTTER = ET.XPath(
    ".//td[contains(@class,'gutter') or contains(@class,'linenos') or contains(@class,'lineno')]"
    " | .//td[contains(@class,'blob-num')]"
    " | .//*[self::pre or self::span or self::a][contains(@class,'lineno') or contains(@class,'line-number')]"
)
_CODE_TABLE = ET.XPath("//table[.//pre]")
_FURNITURE = ET.XPath(
    "//a[contains(@class,'headerlink') or contains(@class,'anchor') or contains(@class,'permalink')][not(.//img)]"
    " | //span[contains(@class,'mw-editsection')] | //pre//button | //pre//clipboard-copy"
    " | //*[contains(@class,'zeroclipboard')] | //input[not(@type='checkbox')]"
)
_PERMALINK_TEXT = frozenset({"", "¶", "#", "§", "🔗", "⚓", "permalink", "link", "link to this heading", "direct link"})
_MATH = ET.XPath(
    "//script[starts-with(@type,'math/tex')] | //*[contains(concat(' ',@class,' '),' katex ')] | //mjx-container"
    " | //math | //*[contains(@class,'mwe-math-element')]"
)
_TEX = ET.XPath("string((.//annotation[@encoding='application/x-tex'])[1])")
_FORMULA = re.compile("\ue000(\\d+)\ue001")


def keep_formulas(root: ET._Element) -> list[str]:
    """Replace every formula by a place holder that no converter escapes; `fill_formulas` puts the TeX back."""
    found: list[str] = []
    for element in select(_MATH, root):
        if element.getroottree().getroot() is not root or element.getparent() is None:
            continue  # it stood in a formula that is already replaced
        tex = _tex(element)
        if not tex:
            continue
        display = "display" in (element.get("type") or "") + (element.get("display") or "") or bool(
            element.xpath("ancestor-or-self::*[contains(@class,'katex-display')]")
        )
        element.tail = f"\ue000{len(found)}\ue001{element.tail or ''}"
        found.append(f"$${tex}$$" if display else f"${tex}$")
        drop(element)
    return found


def _tex(element: ET._Element) -> str:
    if element.tag == "script":
        return " ".join((element.text or "").split())
    tex = str(_TEX(element)) or element.get("alttext") or ""
    return (
        " ".join(tex.split()).removeprefix("{\\displaystyle ").removesuffix("}")
        if "displaystyle" in tex
        else " ".join(tex.split())
    )


def fill_formulas(markdown: str, formulas: list[str]) -> str:
    """Put the TeX of `keep_formulas` back."""
    return _FORMULA.sub(lambda match: formulas[int(match[1])], markdown) if formulas else markdown


def remove_furniture(root: ET._Element) -> None:
    """Remove permalink marks, edit links, copy buttons and line-number gutters."""
    for element in select(_FURNITURE, root):
        text = text_of(element).lower()
        if (
            element.tag != "a"
            or text in _PERMALINK_TEXT
            or (element.tag == "a" and "headerlink" in element.get("class", ""))
        ):
            drop(element)
    for table in select(_CODE_TABLE, root):
        _ungutter(table)


def _ungutter(table: ET._Element) -> None:
    """Turn a table of line numbers beside one block of code into that block."""
    gutters = select(_GUTTER, table)
    if not gutters:
        return
    for gutter in gutters:
        drop(gutter)
    blocks = [pre for pre in table.iter("pre") if text_of(pre)]
    parent = table.getparent()
    if len(blocks) == 1 and parent is not None:
        blocks[0].tail = table.tail
        parent.replace(table, blocks[0])


def mark_code(root: ET._Element) -> None:
    """Give every `<pre>` one plain `<code>` child with its text line by line and its language as a class."""
    for pre in list(root.iter("pre")):
        language = _language(pre)
        text = _lines(pre)
        for child in list(pre):
            pre.remove(child)
        pre.text = None
        code = ET.SubElement(pre, "code")
        code.text = text
        if language:
            code.set("class", f"language-{language}")


def _language(pre: ET._Element) -> str:
    """The language that a block of code or what stands around it names, in lower case."""
    around = [*pre.iter("code"), pre, *list(pre.iterancestors())[:3]]
    for element in around:
        named = element.get("data-lang") or element.get("data-language") or ""
        if not named:
            names = (match[1].lower() for match in _LANGUAGE.finditer(element.get("class", "")))
            named = next((name for name in names if name not in _NOT_A_LANGUAGE), "")
        if named:
            return named.lower()[:20]
    return ""


def _lines(pre: ET._Element) -> str:
    """The text of a block of code, with the line breaks that its markup draws."""
    pieces: list[str] = []
    for event, element in ET.iterwalk(pre, events=("start", "end")):
        if event == "start":
            pieces.append("\n" if element.tag == "br" else element.text or "")
        else:
            if element.tag in {"div", "li", "tr", "p"} and pieces and not pieces[-1].endswith("\n"):
                pieces.append("\n")
            if element is not pre:
                pieces.append(element.tail or "")
    return "".join(pieces).strip("\n")
