"""Looking up names and judging every address that comes back, right before it is connected to.

aiohttp asks this resolver once per new connection and connects to exactly the addresses it returns: between check
and connect nobody asks DNS again, so rebinding has nothing to rebind. A name with one refused address is refused
whole, because which address wins is the attacker's choice (docs/decisions/0002-egress-client.md). Plugged into the
connector by `transport.py`.
"""

import asyncio
import socket
import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from aiohttp.abc import AbstractResolver, ResolveResult

from websearch_server.egress.addresses import AddressRules
from websearch_server.inflight import SingleFlight

__all__ = ["CheckedResolver", "Lookup", "SystemLookup"]

Lookup = Callable[[str], Awaitable[Sequence[str]]]
"""Host name → its addresses as text, in the order to try; raises OSError."""

_MAX_NAMES = 2048
_MAX_LOOKUPS = 32  # threads at most; a name server that doesn't answer holds one for some 20 s


class CheckedResolver(AbstractResolver):
    """aiohttp's resolver interface over a lookup, a short cache and the address rules."""

    def __init__(self, rules: AddressRules, *, lookup: Lookup, seconds: float) -> None:
        self._rules = rules
        self._lookup = lookup
        self._seconds = seconds
        self._known: OrderedDict[str, tuple[float, Sequence[str]]] = OrderedDict()
        self._flights: SingleFlight[str, Sequence[str]] = SingleFlight()

    async def resolve(
        self,
        host: str,
        port: int = 0,
        family: socket.AddressFamily = socket.AF_UNSPEC,  # noqa: ARG002 - aiohttp's interface; it asks for any
    ) -> list[ResolveResult]:
        """Return the addresses of `host`, all of them allowed; raises FetchError when one isn't."""
        addresses = await self._addresses(host)
        for address in addresses:
            self._rules.require(address, host=host)
        return [
            ResolveResult(
                hostname=host,
                host=address,
                port=port,
                family=socket.AF_INET6 if ":" in address else socket.AF_INET,
                proto=socket.IPPROTO_TCP,
                flags=socket.AI_NUMERICHOST,
            )
            for address in addresses
        ]

    async def close(self) -> None:
        """Forget all names."""
        self._known.clear()

    async def _addresses(self, host: str) -> Sequence[str]:
        expires, addresses = self._known.get(host, (0.0, ()))
        if time.monotonic() < expires:
            return addresses

        async def look_up() -> Sequence[str]:
            found = tuple(await self._lookup(host))
            if not found:
                raise socket.gaierror(socket.EAI_NONAME, "no address")
            return found

        addresses = await self._flights.run(host, look_up)
        self._known[host] = (time.monotonic() + self._seconds, addresses)
        self._known.move_to_end(host)
        if len(self._known) > _MAX_NAMES:
            self._known.popitem(last=False)
        return addresses


class SystemLookup:
    """The system's resolver, hosts file and search domains included.

    Each lookup runs in a daemon thread of its own: `getaddrinfo` can't be cancelled, and threads of the event loop's
    executor would make the process wait for it at exit.
    """

    def __init__(self) -> None:
        self._slots = asyncio.Semaphore(_MAX_LOOKUPS)

    async def __call__(self, host: str) -> Sequence[str]:
        """Look up one name; raises OSError. A caller that leaves is free at once, its thread when the system is."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Sequence[str]] = loop.create_future()
        await self._slots.acquire()

        def settle(found: Sequence[str] | OSError) -> None:
            self._slots.release()
            if answer.cancelled():
                return
            if isinstance(found, OSError):
                answer.set_exception(found)
            else:
                answer.set_result(found)

        def work() -> None:
            found = _ask_system(host)
            with suppress(RuntimeError):  # the loop has closed meanwhile
                loop.call_soon_threadsafe(settle, found)

        threading.Thread(target=work, name=f"lookup {host}", daemon=True).start()
        return await answer


def _ask_system(host: str) -> Sequence[str] | OSError:
    try:
        entries = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except OSError as error:
        return error
    except UnicodeError as error:  # the name doesn't fit the resolver's idea of one
        return socket.gaierror(socket.EAI_NONAME, str(error))
    return tuple(dict.fromkeys(str(entry[4][0]) for entry in entries))
