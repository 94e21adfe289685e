from tests.unit.server.rerank.documents import document

from websearch_server.model import Document, Passage
from websearch_server.rerank import rank


def cut(*texts: str, url: str = "https://example.org/") -> tuple[Document, tuple[Passage, ...]]:
    whole = document("\n\n".join(texts), url=url)
    return whole, tuple(
        Passage(document=whole, index=index, start=0, end=0, text=text) for index, text in enumerate(texts)
    )


def test_documents_keep_the_engines_order_with_synthetic_descending_scores() -> None:
    ranked = rank("tides", [cut("nothing of it", url="https://a.example/"), cut("tides", url="https://b.example/")])

    assert [(item.document.url, item.score) for item in ranked] == [
        ("https://a.example/", 1.0),
        ("https://b.example/", 0.99),
    ]


def test_passages_that_speak_of_the_query_come_first() -> None:
    (ranked,) = rank("high tides", [cut("about boats", "the tides are high in spring", "low water and tides")])

    assert [passage.index for passage in ranked.passages] == [1, 2, 0]


def test_a_section_title_speaks_for_its_passages() -> None:
    whole = document("x")
    passages = (
        Passage(document=whole, index=0, start=0, end=0, text="water rises"),
        Passage(document=whole, index=1, start=0, end=0, text="water rises", headings=("Tides",)),
    )
    (ranked,) = rank("tides", [(whole, passages)])

    assert [passage.index for passage in ranked.passages] == [1, 0]


def test_passages_that_tell_nothing_apart_keep_their_order() -> None:
    (ranked,) = rank("quasar", [cut("a", "b", "c")])

    assert [passage.index for passage in ranked.passages] == [0, 1, 2]


def test_german_and_chinese_queries_find_their_passages() -> None:
    (german,) = rank("Größe der Gezeiten", [cut("Boote", "die GRÖSSE der Gezeiten")])
    (chinese,) = rank("天气", [cut("股票市场", "今天天气很好")])

    assert (german.passages[0].index, chinese.passages[0].index) == (1, 1)


def test_no_documents_and_documents_without_text_are_fine() -> None:
    assert rank("x", []) == []
    assert rank("x", [cut()])[0].passages == ()
