import pytest
from tests.pdfs import make_pdf

from websearch_server.scrape.extract.pdf import Line, extract_pdf, paragraphs
from websearch_server.scrape.extract.result import Extracted

BODY = [
    (11, "The first line of a paragraph runs on into the next one"),
    (11, "and ends here."),
    (11, "The second paragraph begins on a line that is long enough"),
]


def test_lines_become_paragraphs_and_larger_lines_headings() -> None:
    document = make_pdf([(18, "Annual Report"), (14, "1. Summary"), *BODY], title="Annual Report 2030")
    assert extract_pdf(document, max_pages=10) == Extracted(
        title="Annual Report 2030",
        markdown="## Annual Report\n\n## 1. Summary\n\nThe first line of a paragraph runs on into the next one and "
        "ends here.\n\nThe second paragraph begins on a line that is long enough",
        method="pdf",
    )


@pytest.mark.parametrize("stated", ["", "report-final.docx", "Microsoft Word - Draft 3", "untitled"])
def test_a_title_that_is_a_file_name_gives_way_to_the_first_line(stated: str) -> None:
    assert extract_pdf(make_pdf([(18, "Annual Report"), *BODY], title=stated), max_pages=10).title == "Annual Report"


def test_no_date_is_invented() -> None:
    assert extract_pdf(make_pdf(BODY), max_pages=10).published is None


def test_pages_that_are_left_out_are_said() -> None:
    markdown = extract_pdf(make_pdf(*[[(11, f"Page {n} says this.")] for n in range(5)]), max_pages=2).markdown
    assert markdown == "Page 0 says this.\n\nPage 1 says this.\n\n(3 of 5 pages are left out.)"


def test_page_numbers_are_no_text() -> None:
    markdown = extract_pdf(make_pdf([*BODY[:2], (11, "- 17 -")], [(11, "xiv"), *BODY[:2]]), max_pages=2).markdown
    assert markdown == "\n\n".join(["The first line of a paragraph runs on into the next one and ends here."] * 2)


def test_a_pdf_without_text_is_empty() -> None:
    assert extract_pdf(make_pdf([]), max_pages=10) == Extracted(title="", markdown="", method="pdf")


@pytest.mark.parametrize("body", [b"%PDF-1.7\nnothing more", b"%PDF-", make_pdf(BODY)[:300]])
def test_a_broken_pdf_says_so(body: bytes) -> None:
    with pytest.raises(ValueError, match="the PDF can't be opened"):
        extract_pdf(body, max_pages=10)


def test_a_word_divided_at_the_end_of_a_line_is_made_whole() -> None:
    lines = [Line("a line that ends in the middle of a com-"), Line("pound word, and Jean-"), Line("Paul is not one")]
    assert paragraphs(lines) == ["a line that ends in the middle of a compound word, and Jean- Paul is not one"]


def test_list_items_stay_apart() -> None:
    lines = [Line("Three things:"), Line("• one"), Line("2. two"), Line("(c) three"), Line("goes on")]
    assert paragraphs(lines) == ["Three things:", "- one", "2. two", "(c) three goes on"]


def test_a_heading_on_two_lines_is_one() -> None:
    lines = [Line("A Heading of", 16), Line("Two Lines", 16), Line("and its text", 10)]
    assert paragraphs(lines, body_size=10) == ["## A Heading of Two Lines", "and its text"]
