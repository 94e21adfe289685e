from websearch_server.scrape.extract.parse import parse
from websearch_server.scrape.extract.selection import select_content
from websearch_server.scrape.extract.tree import ET, text_of

PROSE = "A long sentence with commas, clauses, and a point to make about ropes. " * 6


def selected(html: str) -> ET._Element:
    root = parse(html)
    assert root is not None
    select_content(root)
    return root


def test_content_keeps_its_structure_and_loses_what_stands_around_it() -> None:
    root = selected(
        f"<body><nav><ul><li><a href=/a>NAVIGATION</a></li></ul></nav><main><h1>Ropes</h1><p>{PROSE}</p>"
        "<table><tr><th>Rope</th><th>Length</th></tr><tr><td>hemp</td><td></td></tr></table></main>"
        "<footer><p>FOOTER</p></footer></body>"
    )

    assert "NAVIGATION" not in text_of(root)
    assert [text_of(item) for item in root.iter("th", "td")] == ["Rope", "Length", "hemp", ""]
    assert [heading.text for heading in root.iter("h1")] == ["Ropes"]


def test_no_mark_is_left_behind() -> None:
    text = text_of(selected(f"<body><main><p>{PROSE}</p> tail <b>bold</b> end</main></body>"))

    assert text == f"{PROSE}tail bold end"


def test_elements_without_text_are_gone_and_text_after_them_stays() -> None:
    root = selected(f"<body><main><p>{PROSE}</p><p>one<i></i><span> </span>two<br>three</p></main></body>")

    assert list(root.iter("i", "span")) == []
    assert len(list(root.iter("br"))) == 1
    assert text_of(root).endswith("one twothree")


def test_a_page_of_more_texts_than_marks_is_read_all_the_same() -> None:
    html = f"<main><p>{PROSE}</p>" + "".join(f"<b>x{i}</b>y{i} " for i in range(49_000)) + "</main>"

    assert "x0y0 x1y1" in text_of(selected(html))
