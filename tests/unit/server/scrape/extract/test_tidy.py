import pytest

from websearch_server.scrape.extract.parse import parse
from websearch_server.scrape.extract.tidy import (
    fill_placeholders,
    keep_formulas,
    keep_tasks,
    mark_code,
    remove_furniture,
)
from websearch_server.scrape.extract.tree import ET, text_of


def tree(body: str) -> ET._Element:
    root = parse(f"<body>{body}</body>")
    assert root is not None
    return root


def body(root: ET._Element) -> str:
    found = root.find("body")
    assert found is not None
    return ET.tostring(found, encoding="unicode", method="html").removeprefix("<body>").removesuffix("</body>")


def formulas(html: str) -> str:
    root = tree(html)
    found = keep_formulas(root)
    return fill_placeholders(text_of(root), found)


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("a <script type='math/tex'>x_1^2</script> b", "a $x_1^2$ b"),
        ("<script type='math/tex; mode=display'>\\int f</script>", "$$\\int f$$"),
        (
            "<span class='katex'><span class='katex-mathml'><math><semantics><mi>x</mi>"
            "<annotation encoding='application/x-tex'>x</annotation></semantics></math></span>"
            "<span class='katex-html'>xx</span></span>!",
            "$x$!",
        ),
        (
            "<span class='katex-display'><span class='katex'><math><semantics><mi>x</mi>"
            "<annotation encoding='application/x-tex'>x</annotation></semantics></math></span></span>",
            "$$x$$",
        ),
        (
            "<span class='mwe-math-element'><math alttext='{\\displaystyle E=mc^{2}}'><mi>E</mi></math><img></span>",
            "$E=mc^{2}$",
        ),
        ("<math><mi>y</mi></math>", "y"),
        ("<script>var a</script>no formula", "var ano formula"),
    ],
    ids=["mathjax", "mathjax display", "katex", "katex display", "mediawiki", "no tex", "plain script"],
)
def test_a_formula_is_kept_once_as_its_tex(html: str, text: str) -> None:
    assert formulas(html) == text


def test_tasks_keep_their_state_and_form_fields_do_not_become_tasks() -> None:
    root = tree(
        "<ul><li class=task-list-item><input type=checkbox checked> done</li>"
        "<li><input type=checkbox disabled>open</li><li><input type=checkbox> a filter</li></ul>"
    )

    keep_tasks(root)

    assert fill_placeholders(text_of(root), []) == "[x] done[ ] open a filter"


@pytest.mark.parametrize(
    "html",
    [
        "<h2>Title<a class=headerlink href='#t' title='Link to this heading'>¶</a></h2>",
        "<h2>Title<a class='anchor' href='#t'></a></h2>",
        "<h2>Title<a class='permalink' href='#t'>Permalink</a></h2>",
        "<h2>Title<span class=mw-editsection>[<a href='/e'>edit</a>]</span></h2>",
        "<h2>Title</h2><input type=text value=a>",
    ],
)
def test_marks_beside_headings_are_removed(html: str) -> None:
    root = tree(html)

    remove_furniture(root)

    assert text_of(root) == "Title"


def test_links_that_carry_text_or_a_picture_stay() -> None:
    html = '<a class="anchor" href="/a">An anchor shop</a><a class="anchor" href="/b"><img src="c.png"></a>'
    root = tree(html)

    remove_furniture(root)

    assert body(root) == html


def test_line_numbers_beside_code_go_with_their_table() -> None:
    root = tree(
        "<table><tr><td class='gutter'><pre class='lineno'>1\n2</pre></td>"
        "<td class='code'><pre>a\nb</pre></td></tr></table>tail"
    )

    remove_furniture(root)

    assert body(root) == "<pre>a\nb</pre>tail"


def test_a_table_without_gutter_stays() -> None:
    html = "<table><tbody><tr><td>x</td><td><pre>a</pre></td></tr></tbody></table>"
    root = tree(html)

    remove_furniture(root)

    assert body(root) == html


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ("<pre><code class='language-Rust'>x</code></pre>", "rust"),
        ("<pre class='lang-py s-code-block'><code class=hljs>x</code></pre>", "py"),
        ("<div class='highlight highlight-source-shell'><pre>x</pre></div>", "shell"),
        ("<div class='highlight-python notranslate'><div class=highlight><pre>x</pre></div></div>", "python"),
        ("<div class='language-go highlighter-rouge'><div class=highlight><pre>x</pre></div></div>", "go"),
        ("<pre data-lang='c++'>x</pre>", "c++"),
        ("<pre class='brush: java'>x</pre>", "java"),
        ("<pre class='sourceCode haskell'>x</pre>", "haskell"),
        ("<div class='highlight'><pre>x</pre></div>", ""),
        ("<pre class='language-none'>x</pre>", ""),
    ],
)
def test_the_language_of_code_is_read_from_what_names_it(html: str, language: str) -> None:
    root = tree(html)

    mark_code(root)

    assert [code.get("class", "") for code in root.iter("code")] == [f"language-{language}" if language else ""]


def test_code_keeps_its_lines_however_they_are_drawn() -> None:
    root = tree("<pre><span>a</span>\n\n  b<br>c<div>d</div><div>  e</div></pre>")

    mark_code(root)

    assert [code.text for code in root.iter("code")] == ["a\n\n  b\nc" + "d\n  e"]
