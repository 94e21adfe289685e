import pytest

from websearch_server.config.search import SearchSettings
from websearch_server.search.routes import engines_for


@pytest.mark.parametrize(
    ("category", "engines"),
    [
        ("general", ("google", "duckduckgo", "brave")),
        ("news", ("google news", "duckduckgo", "bing news")),
        ("code", ("github", "stackoverflow", "duckduckgo")),
        ("science", ("google scholar", "duckduckgo", "wikipedia")),
        (" News ", ("google news", "duckduckgo", "bing news")),
        ("images", ("google", "duckduckgo", "brave")),
        ("", ("google", "duckduckgo", "brave")),
    ],
)
def test_a_category_has_the_seeds_route_and_any_other_is_general(category: str, engines: tuple[str, ...]) -> None:
    assert engines_for(category, SearchSettings()) == engines


def test_a_category_without_a_route_is_asked_on_the_default_engines() -> None:
    routes = {"general": ["brave"], "news": []}
    settings = SearchSettings.model_validate({"engine_routes": routes, "default_engines": ["bing", "google", "bing"]})
    assert engines_for("news", settings) == ("bing", "google")
    assert engines_for("no such", settings) == ("brave",)


def test_with_no_engines_at_all_the_choice_is_searxngs() -> None:
    assert (
        engines_for("news", SearchSettings.model_validate({"engine_routes": {"news": []}, "default_engines": []})) == ()
    )
