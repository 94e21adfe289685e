"""Reading pages: fetch one URL, tell what it is, and turn it into Markdown.

`Ladder` is all that the pipeline sees; nothing here searches, ranks or renders, and nothing here opens a socket
but through `egress`.
"""

from websearch_server.scrape.ladder import Ladder

__all__ = ["Ladder"]
