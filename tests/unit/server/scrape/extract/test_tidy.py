import pytest

from websearch_server.scrape.extract.parse import parse
from websearch_server.scrape.extract.tidy import (
    Aside,
    mark_quotes,
    mark_tasks,
    put_back,
    remove_furniture,
    resolve_links,
    set_code_aside,
    set_formulas_aside,
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
    aside = Aside()
    set_formulas_aside(root, aside)
    return put_back(text_of(root), aside)


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


def test_a_place_holder_that_a_page_writes_itself_stays_what_it_is() -> None:
    aside = Aside(formulas=["$x$"], code=["```\na\n```"])

    assert put_back("qzformula7qz, qzformula0qz", aside) == "qzformula7qz, $x$"
    assert put_back("qzcode3qz", aside).strip() == "qzcode3qz"


def test_tasks_keep_their_state_and_form_fields_do_not_become_tasks() -> None:
    root = tree(
        "<ul><li class=task-list-item><input type=checkbox checked> done</li>"
        "<li><input type=checkbox disabled>open</li><li><input type=checkbox> a filter</li></ul>"
    )

    mark_tasks(root)

    assert put_back(text_of(root), Aside()) == "[x] done[ ] open a filter"


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
    aside = Aside()

    set_code_aside(tree(html), aside)

    assert aside.code == [f"```{language}\nx\n```"]


def test_code_keeps_its_lines_however_they_are_drawn() -> None:
    aside = Aside()

    set_code_aside(tree("<pre><span>a</span>\n\n  b<br>c<div>d</div><div>  e</div></pre>"), aside)

    assert aside.code == ["```\na\n\n  b\nc" + "d\n  e\n```"]


def test_a_fence_is_longer_than_any_in_its_code() -> None:
    aside = Aside()

    set_code_aside(tree("<pre>````md\nx\n````</pre>"), aside)

    assert aside.code == ["`````\n````md\nx\n````\n`````"]


@pytest.mark.parametrize("drawn", ["qzcode0qz", "```\nqzcode0qz\n```", "`qzcode0qz`"])
def test_code_is_put_back_as_a_block_of_its_own_however_it_was_drawn(drawn: str) -> None:
    aside = Aside(code=["```py\na\n\nb\n```"])

    assert put_back(f"before\n{drawn}\nafter", aside) == "before\n\n```py\na\n\nb\n```\n\nafter"


def test_code_in_a_table_and_empty_code_stay_where_they_are() -> None:
    html = "<table><tbody><tr><td><pre>a</pre></td></tr></tbody></table><pre> </pre>"
    root, aside = tree(html), Aside()

    set_code_aside(root, aside)

    assert (body(root), aside) == (html, Aside())


def test_every_paragraph_of_a_quotation_is_marked_as_one() -> None:
    root = tree("<blockquote><p>one</p><p>two</p></blockquote><blockquote>three</blockquote>")

    mark_quotes(root)

    marked = "\n\n".join(text for element in root.iter("p", "blockquote") if (text := element.text))
    assert put_back(marked.strip(), Aside()) == "> one\n\n> two\n\n> three"


@pytest.mark.parametrize(
    ("href", "target"),
    [
        ("next.html", "https://a.example/b/next.html"),
        ("../up", "https://a.example/up"),
        ("//c.example/", "https://c.example/"),
        (" https://d.example/ ", "https://d.example/"),
        ("#part", None),
        ("javascript:alert(1)", None),
        (" JavaScript : alert(1)", None),
        ("data:text/html,x", None),
        ("http://[", None),
        ("", None),
    ],
)
def test_a_link_is_absolute_and_safe_or_just_its_text(href: str, target: str | None) -> None:
    root = tree(f"<a href='{href}'>text</a>")

    resolve_links(root, "https://a.example/b/c.html")

    assert [link.get("href") for link in root.iter("a")] == [target]
