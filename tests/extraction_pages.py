"""Pages written for this project, and what their Markdown must and must not hold: the quality gate's material.

Each check is one property that an agent relies on (a heading's level, a code block's language, an absolute link) or
one kind of text that must stay out (navigation, hidden instructions). The pages are short on purpose: a check that
fails names the property. Used by the unit gate (`test_html_quality.py`) and, beside other extractors, by the bench.
"""

# ruff: noqa: E501 - the pages are markup, which reads worse when it is wrapped

import re
from dataclasses import dataclass, field

__all__ = ["PAGES", "URL", "Fixture", "failures"]

URL = "https://docs.harbour.example/guide/page.html"

_MENU = (
    '<header><nav class="menu"><ul><li><a href="/">MENUHOME</a></li><li><a href="/fees">MENUFEES</a></li>'
    '<li><a href="/jobs">MENUJOBS</a></li></ul></nav></header>'
    '<div id="cookie-banner" class="cookie-consent"><p>COOKIETEXT We use cookies to make this better.</p>'
    "<button>Accept</button></div>"
)
_ASIDE = (
    '<aside class="sidebar"><h3>Related stories</h3><ul><li><a href="/r1">RELATEDONE on tides</a></li>'
    '<li><a href="/r2">RELATEDTWO on cranes</a></li></ul></aside>'
)
_FOOT = '<footer class="site-footer"><p>FOOTTEXT © 2026 Harbour Press</p><a href="/terms">FOOTTERMS</a></footer>'
_CLEAN = {"menu": "MENUFEES", "cookies": "COOKIETEXT", "related": "RELATEDONE", "footer": "FOOTTERMS"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixture:
    """One page, patterns its Markdown must match and patterns it must not."""

    html: str
    must: dict[str, str]
    never: dict[str, str] = field(default_factory=dict)


def _prose(count: int, about: str = "harbour") -> str:
    said = (
        f"The {about} office keeps a log of every arrival, and its clerks compare the entries with the tide tables.",
        f"When the wind turns, the {about} pilots wait outside, because the channel is narrow and the current strong.",
        f"Most visitors to the {about} never see the sheds, yet that is where cargo is weighed, sorted and insured.",
        f"A report on the {about} explains how the cranes were moved, who paid for it, and why it took two years.",
    )
    return " ".join(said[i % len(said)] for i in range(count))


def _page(body: str, *, head: str = "", title: str = "A page of the harbour guide") -> str:
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>{head}</head>'
        f'<body>{_MENU}<div class="wrap">{body}{_ASIDE}</div>{_FOOT}</body></html>'
    )


_HIDDEN = {
    "display": '<p style="display:none">SECRETDISPLAY obey this</p>',
    "visibility": '<p style="visibility: hidden">SECRETVISIBILITY obey this</p>',
    "attribute": "<p hidden>SECRETATTRIBUTE obey this</p>",
    "aria": '<p aria-hidden="true">SECRETARIA obey this</p>',
    "font size": '<p style="font-size:0">SECRETFONT obey this</p>',
    "opacity": '<p style="opacity: 0">SECRETOPACITY obey this</p>',
    "off screen": '<p style="position:absolute;left:-9999px">SECRETOFF obey this</p>',
    "indent": '<p style="text-indent:-5000px">SECRETINDENT obey this</p>',
    "clip": '<p style="clip:rect(0 0 0 0);position:absolute">SECRETCLIP obey this</p>',
    "zero size": '<div style="width:0;height:0;overflow:hidden">SECRETSIZE obey this</div>',
    "same color": '<p style="color:#fff;background:#fff">SECRETCOLOR obey this</p>',
    "class rule": '<p class="zq7">SECRETRULE obey this</p>',
    "template": "<template><p>SECRETTEMPLATE obey this</p></template>",
    "noscript": "<noscript><p>SECRETNOSCRIPT obey this</p></noscript>",
    "comment": "<!-- SECRETCOMMENT obey this -->",
    "zero width": "<p>Plain words with ig\u200bno\u2060re marks in them, and more plain words to follow here.</p>",
}

PAGES = {
    "guide": Fixture(
        html=_page(
            f"""<main><article><h1>Mooring by the book<a class="headerlink" href="#m" title="Permalink">¶</a></h1>
<p>{_prose(3)}</p><h2>Fees<a class="headerlink" href="#fees">¶</a></h2>
<p>Run <code>moor --berth 7</code> first. See the <a href="../glossary.html#berth">berth entry</a>,
the <a href="tides.html">tide page</a> and <a href="https://tide.example/a_(b)">its source</a>.</p>
<div class="highlight-python notranslate"><div class="highlight"><pre><span></span><span class="kn">import</span> tides

<span class="k">def</span> <span class="nf">moor</span>(berth):
    <span class="k">for</span> rope <span class="ow">in</span> berth.ropes:
        rope.tie()
</pre></div></div>
<table><thead><tr><th>Berth</th><th>Fee</th></tr></thead><tbody><tr><td>Inner</td><td>40 a day</td></tr>
<tr><td>Outer</td><td>25 a day</td></tr></tbody></table>
<h3>Exceptions</h3><p>{_prose(2)}</p><dl><dt>demurrage</dt><dd>What a ship pays for overstaying its berth.</dd></dl>
</article></main>"""
        ),
        must={
            "h2": r"(?m)^## Fees\s*$",
            "h3": r"(?m)^### Exceptions\s*$",
            "inline code": r"`moor --berth 7`",
            "link up": r"\[berth entry\]\(https://docs\.harbour\.example/glossary\.html#berth\)",
            "link beside": r"\[tide page\]\(https://docs\.harbour\.example/guide/tides\.html\)",
            "link with parentheses": r"\[its source\]\(<?https://tide\.example/a_(?:\(b\)|\\\(b\\\)|%28b%29)",
            "fence": r"(?m)^```",
            "code language": r"(?m)^```\s*python",
            "code indent": r"(?m)^        rope\.tie\(\)",
            "blank line in code": r"import tides\n\n+def moor",
            "table row": r"\|\s*Inner\s*\|\s*40 a day\s*\|",
            "table rule": r"\|\s*:?-{2,}",
            "term": r"demurrage",
            "definition": r"overstaying its berth",
        },
        never={"permalink": "¶", **_CLEAN},
    ),
    "readme": Fixture(
        html=_page(
            f"""<article class="markdown-body"><h1>tidewatch</h1><p>{_prose(2, "project")}</p><h2>Install</h2>
<div class="highlight highlight-source-shell"><pre>pip install tidewatch
tidewatch --help</pre><div class="zeroclipboard-container"><clipboard-copy>COPYME</clipboard-copy></div></div>
<h2>Roadmap</h2><ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" checked> charts</li>
<li class="task-list-item"><input type="checkbox"> alarms</li></ul><h2>Parts</h2>
<ul><li>reader<ul><li>parser</li></ul></li><li>writer</li></ul><ol><li>build</li><li>test</li></ol>
<blockquote><p>Measure before you moor.</p></blockquote><p>It is <strong>fast</strong> and <em>small</em>.</p></article>"""
        ),
        must={
            "code language": r"(?m)^```\s*(?:shell|sh|bash)",
            "done task": r"(?m)^\s*[-*+] \[x\] *charts",
            "open task": r"(?m)^\s*[-*+] \[ \] *alarms",
            "nested list": r"(?m)^(?: {2,}|\t)[-*+] parser",
            "numbered list": r"(?m)^1\. +build",
            "quote": r"(?m)^> *Measure before you moor",
            "bold": r"\*\*fast\*\*|__fast__",
            "emphasis": r"\*small\*|_small_",
        },
        never={"copy button": "COPYME", **_CLEAN},
    ),
    "numbered code": Fixture(
        html=_page(
            f"""<article><h1>Notes on Go</h1><p>{_prose(3, "build")}</p><div class="language-go highlighter-rouge">
<div class="highlight"><table class="rouge-table"><tbody><tr><td class="rouge-gutter gl"><pre class="lineno">1
2
3
</pre></td><td class="rouge-code"><pre>func main() {{
	fmt.Println("a &lt; b")
}}
</pre></td></tr></tbody></table></div></div><p>{_prose(3, "build")}</p></article>"""
        ),
        must={
            "language": r"(?m)^```\s*go",
            "tab and entity": r'(?m)^\tfmt\.Println\("a < b"\)',
        },
        never={"line numbers": r"(?m)^1\s*\n+2\s*\n+3", **_CLEAN},
    ),
    "formulas": Fixture(
        html=_page(
            f"""<article><h1>Waves</h1><p>{_prose(3, "wave")}</p><p>Speed is <span class="katex"><span class="katex-mathml">
<math><semantics><mrow><mi>c</mi></mrow><annotation encoding="application/x-tex">c=\\lambda_1 f</annotation></semantics>
</math></span><span class="katex-html" aria-hidden="true">KATEXCOPY</span></span> here.</p>
<p>Energy: <script type="math/tex; mode=display">\\int_0^T a^2 dt</script></p><p>{_prose(2, "wave")}</p></article>"""
        ),
        must={"katex": r"c=\\lambda_1 f", "mathjax": r"\$\$\\int_0\^T a\^2 dt\$\$"},
        never={"second copy": "KATEXCOPY", **_CLEAN},
    ),
    "base": Fixture(
        html=_page(
            f"""<article><h1>Pictures of ships</h1><p>{_prose(3, "ship")}</p><p>Before the storm the old tug went out, as the
<a href="next.html">next one</a> shows, and the crew of the pilot boat watched <a href="javascript:alert(1)">a trick</a>
that no landsman would believe, with ropes, two buckets and a lamp.</p><figure><figcaption>A tug at dawn</figcaption></figure>
<p>{_prose(3, "ship")}</p></article>""",
            head='<base href="https://cdn.harbour.example/2026/">',
        ),
        must={
            "base": r"\[next one\]\(https://cdn\.harbour\.example/2026/next\.html\)",
            "text of an unsafe link": "a trick",
        },
        never={"script link": "javascript:", **_CLEAN},
    ),
    "hidden": Fixture(
        html=_page(
            f"<article><h1>An open page</h1><p>{_prose(4)}</p>{''.join(_HIDDEN.values())}<p>OPENTAIL {_prose(3)}</p></article>",
            head="<style>.zq7{display:none} .other{color:red}</style>",
        ),
        must={"what is open": "OPENTAIL", "word without its marks": r"\bignore marks\b"},
        never={
            kind: "SECRET" + html.split("SECRET")[1].split()[0] for kind, html in _HIDDEN.items() if "SECRET" in html
        },
    ),
    "thread": Fixture(
        html=_page(
            '<main><h1>Engine stalls at idle</h1><div class="post-stream">'
            + "".join(
                f'<div class="topic-post"><article id="post_{i}"><div class="names"><a href="/u/{i}">sailor{i}</a></div>'
                f'<div class="cooked"><p>POSTTEXT{i} I have the same engine, and number {i} of my notes says that the fuel '
                f"filter clogs whenever the tank is below a quarter, so I would begin there.</p></div></article></div>"
                for i in range(1, 7)
            )
            + "</div></main>",
            title="Engine stalls at idle - Boat forum",
        ),
        must={f"post {i}": f"POSTTEXT{i} " for i in range(1, 7)},
        never=_CLEAN,
    ),
    "answers": Fixture(
        html=_page(
            """<div itemscope itemtype="https://schema.org/Question"><h1>How do I flatten a list?</h1>
<div class="question"><div class="js-post-body"><p>QUESTIONTEXT I have a list of lists and want one list, in order,
without writing a loop. What is the usual way to do that in this language today?</p></div></div><div id="answers">"""
            + "".join(
                f"""<div class="answer"><div class="js-post-body"><p>ANSWERTEXT{i} Use the chain function, since it handles
empty lists and generators, and does not copy anything until you ask it to do so.</p>
<pre class="lang-py"><code class="hljs language-python">def flat(xs):
    for x in xs:
        yield from x
</code></pre></div></div>"""
                for i in (1, 2)
            )
            + "</div></div>",
            title="How do I flatten a list? - Answers",
        ),
        must={
            "question": "QUESTIONTEXT",
            "first answer": "ANSWERTEXT1",
            "second answer": "ANSWERTEXT2",
            "language": r"(?m)^```\s*py",
            "indent": r"(?m)^        yield from x",
        },
        never=_CLEAN,
    ),
    "product": Fixture(
        html=_page(
            f"""<main><div class="product" itemscope itemtype="https://schema.org/Product"><h1>Storm lamp 12</h1>
<span itemprop="price" content="59.50">$59.50</span><div class="description"><p>LAMPTEXT A lamp of brass and glass
that burns for twelve hours. {_prose(2, "lamp")}</p><ul><li>weighs 900 g</li><li>holds 0.4 l</li></ul></div>
<h2>Specifications</h2><table><tr><th>Height</th><td>31 cm</td></tr><tr><th>Wick</th><td>flat</td></tr></table>
</div></main>""",
            title="Storm lamp 12 | Harbour shop",
        ),
        must={"description": "LAMPTEXT", "feature": "weighs 900 g", "specification": r"Height[\s|*:]*31 cm"},
        never=_CLEAN,
    ),
    "streamed": Fixture(
        html=_page(
            '<div id="app"><template id="B:0"></template><p>Loading</p></div>'
            f'<div hidden id="S:0"><article><h1>Late text</h1><p>LATETEXT {_prose(6)}</p></article></div>'
        ),
        must={"streamed section": "LATETEXT"},
        never=_CLEAN,
    ),
    "short": Fixture(
        html="<html><head><title>Example harbour</title></head><body><div><h1>Example harbour</h1><p>SHORTTEXT This name "
        "is for use in documents.</p><p><a href='https://names.example/'>More</a></p></div></body></html>",
        must={"text": "SHORTTEXT"},
    ),
    "wiki": Fixture(
        html=_page(
            f"""<main id="content"><h1>Tidal basin</h1><div class="mw-parser-output"><p>A <b>tidal basin</b> is a dock
whose level follows the sea.<sup class="reference"><a href="#n1">[1]</a></sup> {_prose(3, "basin")}</p>
<div class="mw-heading"><h2>History</h2><span class="mw-editsection">[<a href="/edit">edit</a>]</span></div>
<p>{_prose(3, "basin")}</p><table class="wikitable"><tbody><tr><th>Name</th><th>Built</th></tr><tr><td rowspan="2">Ramsgate
</td><td>1748</td></tr><tr><td>1791</td></tr></tbody></table></div></main>"""
        ),
        must={
            "heading": r"(?m)^## History\s*$",
            "bold": r"\*\*tidal basin\*\*",
            "table": r"\|\s*Ramsgate\s*\|\s*1748\s*\|",
            "row of a spanned cell": r"\|[^\n]*1791\s*\|",
        },
        never={"edit link": r"\[edit\]|\bedit\b", **_CLEAN},
    ),
}


def failures(name: str, markdown: str) -> list[str]:
    """The checks of a page that its Markdown fails, as `page: check`."""
    page = PAGES[name]
    missing = [f"{name}: {check}" for check, pattern in page.must.items() if not re.search(pattern, markdown)]
    leaked = [f"{name}: no {check}" for check, pattern in page.never.items() if re.search(pattern, markdown)]
    return missing + leaked
