"""client.py NAME: asks for each URL that comes on standard input, one a line, with that client."""

import asyncio
import sys

CONNECTIONS = 4


def refused(number, error):
    print(f"URL {number}: {type(error).__name__}: {error}", file=sys.stderr)


def one_by_one(send, urls):
    for number, url in enumerate(urls):
        try:
            send(url)
        except Exception as error:
            refused(number, error)


def with_requests(urls):
    import requests

    with requests.Session() as session:
        # No proxy and no .netrc, which it would look for at each request.
        session.trust_env = False
        one_by_one(lambda url: session.get(url), urls)


def with_urllib3(urls):
    import urllib3

    pool = urllib3.PoolManager()
    one_by_one(lambda url: pool.request("GET", url), urls)


def with_httpx(urls):
    import httpx

    with httpx.Client(trust_env=False) as client:
        one_by_one(lambda url: client.get(url), urls)


async def with_aiohttp(urls):
    import aiohttp
    from yarl import URL

    async def worker(session, queue):
        for number, url in queue:
            try:
                async with session.get(URL(url, encoded=True)) as response:
                    await response.read()
            except Exception as error:
                refused(number, error)

    async with aiohttp.ClientSession() as session:
        queue = enumerate(urls)
        await asyncio.gather(*(worker(session, queue) for _ in range(CONNECTIONS)))


def requoted_by_aiohttp(urls):
    """Sends nothing: prints the URLs as aiohttp would send them if they were handed over as text."""
    from yarl import URL

    for url in urls:
        print(URL(url))


name = sys.argv[1]
lines = sys.stdin.read().splitlines()
if name == "requests":
    with_requests(lines)
elif name == "urllib3":
    with_urllib3(lines)
elif name == "httpx":
    with_httpx(lines)
elif name == "aiohttp":
    asyncio.run(with_aiohttp(lines))
elif name == "requote":
    requoted_by_aiohttp(lines)
else:
    sys.exit(f"no client {name}")
