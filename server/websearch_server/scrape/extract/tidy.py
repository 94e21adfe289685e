"""Small repairs that let a general converter write good Markdown: code, formulas, permalinks.

Each works on what the benchmark of converters showed to be lost: the language of code, line-number gutters, TeX kept
in scripts or annotations. Changes the tree in place. Called by `html.py`: `keep_formulas` before hidden text is
removed (TeX hides in scripts), the rest after.
"""

import re

from websearch_server.scrape.extract.tree import ET, drop, select, text_of

__all__ = ["fill_placeholders", "keep_formulas", "keep_tasks", "mark_code", "remove_furniture"]

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
_EMPTIED = ("a", "span", "button", "clipboard-copy", "input")
_LINK_NAMES = ("headerlink", "anchor", "permalink")
_PERMALINK_TEXT = frozenset({"", "¶", "#", "§", "🔗", "⚓", "permalink", "link", "link to this heading", "direct link"})
_MATH_WRAPPERS = ("katex", "mwe-math-element")
_MEDIAWIKI = "{\\displaystyle "
_TEX = ET.XPath("string((.//annotation[@encoding='application/x-tex'])[1])")
_DONE, _OPEN = "\ue002", "\ue003"  # private-use characters; `parse.py` removes those that a page has itself
_FORMULA = re.compile("\ue000(\\d+)\ue001")


def keep_formulas(root: ET._Element) -> list[str]:
    """Replace every formula by a place holder that no converter escapes; `fill_placeholders` puts the TeX back."""
    found: list[str] = []
    for marked in list(root.iter("math", "mjx-container", "script")):
        if marked.tag == "script" and not (marked.get("type") or "").startswith("math/tex"):
            continue
        element = _whole_formula(marked)
        tex = _tex(marked) or _tex(element)
        if not tex or element.getparent() is None:
            continue
        element.tail = f"\ue000{len(found)}\ue001{element.tail or ''}"
        found.append(f"$${tex}$$" if _is_display(element) else f"${tex}$")
        drop(element)
    return found


def _whole_formula(marked: ET._Element) -> ET._Element:
    """The outermost element of a formula: what a renderer wraps around `<math>`, with a second copy to look at."""
    around = list(marked.iterancestors())[:4]
    return next((a for a in around if not set(_MATH_WRAPPERS).isdisjoint(a.get("class", "").split())), marked)


def _is_display(element: ET._Element) -> bool:
    parent = element.getparent()
    classes = parent.get("class", "") if parent is not None else ""
    return "display" in f"{element.get('type')} {element.get('display')}" or "katex-display" in classes


def _tex(element: ET._Element) -> str:
    """The TeX that an element holds or names, on one line."""
    if element.tag == "script":
        return " ".join((element.text or "").split())
    tex = " ".join((str(_TEX(element)) or element.get("alttext") or "").split())
    return tex.removeprefix(_MEDIAWIKI).removesuffix("}") if tex.startswith(_MEDIAWIKI) else tex


def keep_tasks(root: ET._Element) -> None:
    """Replace the boxes of a task list, which extractors drop as form fields, by place holders."""
    for box in list(root.iter("input")):
        item = box.getparent()
        if box.get("type") != "checkbox" or item is None:
            continue
        if "disabled" in box.attrib or "task" in f"{box.get('class')} {item.get('class')}":
            box.tail = (_DONE if "checked" in box.attrib else _OPEN) + (box.tail or "").lstrip()
            drop(box)


def fill_placeholders(markdown: str, formulas: list[str]) -> str:
    """Put back what `keep_formulas` and `keep_tasks` set aside."""
    if formulas:
        markdown = _FORMULA.sub(lambda match: formulas[int(match[1])], markdown)
    return markdown.replace(_DONE, "[x] ").replace(_OPEN, "[ ] ")


def remove_furniture(root: ET._Element) -> None:
    """Remove permalink marks, edit links, copy buttons and line-number gutters."""
    for element in list(root.iter(*_EMPTIED)):
        if _is_furniture(element):
            drop(element)
    for pre in list(root.iter("pre")):
        table = next((a for a in pre.iterancestors() if a.tag == "table"), None)
        if table is not None:
            _ungutter(table)


def _is_furniture(element: ET._Element) -> bool:
    tag, classes = element.tag, element.get("class", "")
    if tag == "a":
        if not any(name in classes for name in _LINK_NAMES) or element.find(".//img") is not None:
            return False
        return "headerlink" in classes or text_of(element).lower() in _PERMALINK_TEXT
    if tag == "span":
        return "mw-editsection" in classes
    if tag == "button":
        return any(a.tag == "pre" for a in element.iterancestors())
    return tag == "clipboard-copy" or element.get("type") != "checkbox"


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
