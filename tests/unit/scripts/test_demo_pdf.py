"""The committed PDF of the demo web says what its source says."""

from scripts import demo_pdf


def test_the_pdf_in_the_tree_has_the_text_of_the_script() -> None:
    assert demo_pdf.read(demo_pdf.TARGET.read_bytes()) == demo_pdf.read(demo_pdf.render())
