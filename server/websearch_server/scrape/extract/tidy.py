"""Small repairs that let an extractor write good Markdown: code, formulas, tasks, quotes, permalinks, links.

Each works on what the benchmark of extractors showed to be lost: the language and blank lines of code, line-number
gutters, TeX kept in scripts, the boxes of tasks, quotation marks, links beside a page. What an extractor would spoil
is set aside before and put back after. Changes the tree in place. Called by `html.py`: `set_formulas_aside` before
hidden text is removed (TeX hides in scripts), the rest after.
"""

import re
from dataclasses import dataclass, field
from urllib.parse import urljoin

from websearch_server.scrape.extract.tree import ET, drop, select, text_of

__all__ = [
    "Aside",
    "mark_quotes",
    "mark_tasks",
    "put_back",
    "remove_furniture",
    "resolve_links",
    "set_code_aside",
    "set_formulas_aside",
]

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
# Place holders are words, since extractors drop characters that are not printable. A page that writes one itself gets
# its own formula there, or keeps what it wrote.
_DONE, _OPEN, _QUOTE = "qztaskdoneqz", "qztaskopenqz", "qzquoteqz"
_FORMULA = re.compile(r"qzformula(\d{1,6})qz")
_CODE = re.compile(r"\n*+(?:`{3}[^\n`]*\n)?`?qzcode(\d{1,6})qz`?(?:\n`{3})?\n*+")
_QUOTED = re.compile(rf"^{_QUOTE} ?", re.MULTILINE)
_TICKS = re.compile(r"`+")
_UNSAFE = re.compile(r"\s*(?:javascript|vbscript|data|blob|file|about)\s*:", re.IGNORECASE)


@dataclass(slots=True)
class Aside:
    """What was taken out of a page to be put back into its Markdown: TeX, and whole blocks of code."""

    formulas: list[str] = field(default_factory=list)
    code: list[str] = field(default_factory=list)


def set_formulas_aside(root: ET._Element, aside: Aside) -> None:
    """Replace every formula by a place holder."""
    for marked in list(root.iter("math", "mjx-container", "script")):
        if marked.tag == "script" and not (marked.get("type") or "").startswith("math/tex"):
            continue
        element = _whole_formula(marked)
        tex = _tex(marked) or _tex(element)
        if not tex or element.getparent() is None:
            continue
        element.tail = f"qzformula{len(aside.formulas)}qz{element.tail or ''}"
        aside.formulas.append(f"$${tex}$$" if _is_display(element) else f"${tex}$")
        drop(element)


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


def mark_tasks(root: ET._Element) -> None:
    """Replace the boxes of a task list, which extractors drop as form fields, by place holders."""
    for box in list(root.iter("input")):
        item = box.getparent()
        if box.get("type") != "checkbox" or item is None:
            continue
        if "disabled" in box.attrib or "task" in f"{box.get('class')} {item.get('class')}":
            box.tail = f"{_DONE if 'checked' in box.attrib else _OPEN} {(box.tail or '').lstrip()}"
            drop(box)


def mark_quotes(root: ET._Element) -> None:
    """Begin every paragraph of a quotation with a place holder."""
    for quote in root.iter("blockquote"):
        for paragraph in [p for p in quote if p.tag == "p"] or [quote]:
            paragraph.text = f"{_QUOTE} {(paragraph.text or '').lstrip()}"


def put_back(markdown: str, aside: Aside) -> str:
    """Put back what was set aside, and draw what was marked."""
    if aside.code:
        blocks = dict(enumerate(aside.code))
        markdown = _CODE.sub(lambda match: f"\n\n{blocks.get(int(match[1]), match[0])}\n\n", markdown)
    if aside.formulas:
        formulas = dict(enumerate(aside.formulas))
        markdown = _FORMULA.sub(lambda match: formulas.get(int(match[1]), match[0]), markdown)
    markdown = _QUOTED.sub("> ", markdown).replace(f"{_QUOTE} ", "")
    return markdown.replace(_DONE, "[x]").replace(_OPEN, "[ ]")


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


def set_code_aside(root: ET._Element, aside: Aside) -> None:
    """Replace the text of every block of code by a place holder; in a table, where no block fits, it stays."""
    for pre in list(root.iter("pre")):
        text = _lines(pre)
        if not text.strip() or any(a.tag in {"table", "pre"} for a in pre.iterancestors()):
            continue
        fence = "`" * max(3, 1 + max((len(run) for run in _TICKS.findall(text)), default=0))
        aside.code.append(f"{fence}{_language(pre)}\n{text}\n{fence}")
        del pre[:]
        pre.text = f"qzcode{len(aside.code) - 1}qz"


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


def resolve_links(root: ET._Element, base: str) -> None:
    """Make links absolute as a browser would; one that leads nowhere or runs something becomes its text."""
    for link in root.iter("a"):
        target = _absolute(link.get("href", ""), base)
        if "href" in link.attrib:
            del link.attrib["href"]
        if target:
            link.set("href", target)


def _absolute(target: str, base: str) -> str:
    target = target.strip()
    if not target or target.startswith("#") or _UNSAFE.match(target):
        return ""
    try:
        return urljoin(base, target)
    except ValueError:  # such as http://[
        return ""
