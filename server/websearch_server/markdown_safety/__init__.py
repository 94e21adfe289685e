"""Untrusted text made harmless before it is hashed, ranked or delivered; shared by the stages.

`neutralise` for the Markdown of a page, `inline` and `plain` for one-line values, `safe_url` for addresses. Pure
string functions: nothing here fetches, parses HTML or knows what a result is.
"""

from websearch_server.markdown_safety.code import CodeBlock, code_blocks
from websearch_server.markdown_safety.neutral import neutralise
from websearch_server.markdown_safety.values import inline, plain, quoted, safe_url

__all__ = ["CodeBlock", "code_blocks", "inline", "neutralise", "plain", "quoted", "safe_url"]
