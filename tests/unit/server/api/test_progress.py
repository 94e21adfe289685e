from websearch_server.api.progress import reporter
from websearch_server.model import Stage


class Session:
    def __init__(self) -> None:
        self.sent: list[tuple[float, float | None, str | None]] = []

    async def report_progress(self, progress: float, total: float | None, message: str | None) -> None:
        self.sent.append((progress, total, message))


async def test_every_stage_has_a_place_on_the_bar_and_words() -> None:
    session = Session()
    report = reporter(session)
    for stage in Stage:
        await report(stage, 1, 1)
    assert session.sent == [
        (1.0, 7.0, "Searching"),
        (2.0, 7.0, "Checking policy"),
        (3.0, 7.0, "Reading pages"),
        (4.0, 7.0, "Checking for personal data"),
        (5.0, 7.0, "Checking for prompt injection"),
        (6.0, 7.0, "Ranking"),
        (7.0, 7.0, "Writing the answer"),
    ]


async def test_what_would_not_move_the_bar_is_not_sent() -> None:
    session = Session()
    report = reporter(session)
    for stage, done, total in ((Stage.SCRAPE, 1, 4), (Stage.SCRAPE, 1, 4), (Stage.SEARCH, 1, 1), (Stage.SCRAPE, 2, 4)):
        await report(stage, done, total)
    assert session.sent == [(2.25, 7.0, "Reading pages (1/4)"), (2.5, 7.0, "Reading pages (2/4)")]


async def test_odd_counts_stay_within_their_stage() -> None:
    session = Session()
    report = reporter(session)
    await report(Stage.SEARCH, 0, 0)
    await report(Stage.SEARCH, 9, 3)
    assert [progress for progress, _, _ in session.sent] == [0.0, 1.0]
