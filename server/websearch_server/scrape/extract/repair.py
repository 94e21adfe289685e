"""What trafilatura's Markdown runs together, set apart afterwards.

It ends table rows in a stray space and leaves no blank line between a table or a block of code and what stands
beside it. Layout only, no word changes. Pure, linear. Called by `html.py` before the code is put back.
"""

import re

__all__ = ["repair"]

_BLANK_LINES = re.compile(r"\n{3,}")


def repair(markdown: str) -> str:
    """Return `markdown` with every table and every block of code on lines of its own."""
    lines: list[str] = []
    before = "text"
    in_code = False
    for line in markdown.split("\n"):
        is_fence = line.startswith("```")
        now = "code" if in_code or is_fence else "table" if line.startswith("|") else "text"
        starts = is_fence and not in_code
        if lines and lines[-1] and (now != before or starts):
            lines.append("")
        in_code ^= is_fence
        lines.append(line.rstrip() if now == "table" else line)
        before = now
    return _BLANK_LINES.sub("\n\n", "\n".join(lines)).strip("\n")
