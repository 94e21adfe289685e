"""The bundled web is whole: every file is served, and engines know each page by its own words."""

from websearch_server.demo.site import PAGES, load_site, robots


def test_every_bundled_file_is_used() -> None:
    used = {page.body for page in load_site()} | {robots(page.host) for page in load_site()}
    files = [path for path in PAGES.rglob("*") if path.is_file() and path.name != "site.toml"]
    assert [str(path.relative_to(PAGES)) for path in files if path.read_bytes() not in used] == []


def test_every_page_has_what_an_engine_shows() -> None:
    pages = load_site()
    assert [page.path for page in pages if not (page.title and page.description)] == []
    assert len({(page.host, page.path) for page in pages}) == len(pages) >= 12


def test_a_legacy_page_is_read_in_the_encoding_its_markup_declares_and_served_without_saying_so() -> None:
    pages = {page.path: page for page in load_site()}
    german, russian = pages["/heizung/heizkurve.htm"], pages["/ru/teplovoy-nasos.htm"]
    assert (german.content_type, russian.content_type) == ("text/html", "text/html")
    assert "„damit niemand anruft“" in german.text
    assert "150 €" in german.text
    assert russian.title == "Тепловой насос в старом доме: какая температура подачи нужна?"


def test_the_pdf_is_known_by_its_text() -> None:
    (pdf,) = [page for page in load_site() if page.content_type == "application/pdf"]
    assert "The polite crawler was refused by 3 of 40 sites" in pdf.text
