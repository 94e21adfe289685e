"""The ranking stage: documents are cut into passages, and passages are put in order.

`passages.py` cuts (with `blocks.py` and `spans.py`), `unranked.py` orders by words (with `terms.py`) until a
reranker is configured. Only `pipeline.py` uses it.
"""

from websearch_server.rerank.passages import split
from websearch_server.rerank.unranked import rank

__all__ = ["rank", "split"]
