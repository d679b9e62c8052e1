import {
  addressOf,
  agents,
  healthyVisits,
  type Incident,
  minute,
  newKey,
  oldKey,
  opening,
  random,
  signerAt,
  site,
  type Visit,
  verifierOf,
} from "./access-logs.ts";

/** Ten incidents that people have, as the visits of an hour. */

const atMinute = (number: number): number => opening + number * minute;

/** Visits that come evenly from one minute to another. */
async function visits(
  count: number,
  [from, to]: readonly [number, number],
  visit: (time: number, i: number) => Visit | Promise<Visit>,
): Promise<Visit[]> {
  return Promise.all(
    Array.from({ length: count }, (_, i) => visit(Math.floor(atMinute(from + ((to - from) * i) / count)), i)),
  );
}

const browsers = [agents.chrome, agents.firefox, agents.safari];

/** The old key leaves the key group at 09:10, while its links are still out. */
export async function rotationTooEarly(): Promise<Incident> {
  const old = await visits(150, [0, 60], async (time, i) => ({
    time,
    url: await signerAt(oldKey, opening - 60 * minute).signUrl(`${site}/course/lesson-${i % 30}.mp4`, {
      expiresIn: "1d",
    }),
    address: addressOf(i % 50),
    userAgent: browsers[i % 3] ?? agents.chrome,
  }));
  const verifiers = [verifierOf(oldKey, newKey), verifierOf(newKey)] as const;
  return {
    visits: [...(await healthyVisits(random(), 300, [newKey])), ...old],
    verifierAt: (time) => verifiers[time < atMinute(40) ? 0 : 1],
  };
}

/** From 08:50 on, one of the signing servers is three minutes ahead. */
export async function clockAhead(): Promise<Incident> {
  const ahead = await visits(80, [20, 60], async (time, i) => ({
    time,
    url: await signerAt(oldKey, time + 3 * minute).signUrl(`${site}/course/lesson-${i % 30}.mp4`, {
      dateGreaterThan: new Date(time + 3 * minute),
      expiresIn: "1h",
    }),
    address: addressOf(i % 50),
    userAgent: browsers[i % 3] ?? agents.chrome,
  }));
  return { visits: [...(await healthyVisits(random())), ...ahead] };
}

/** The app on Apple TV gets signed playlists, and asks for their segments without a signature. */
export async function onePlayersSegments(): Promise<Incident> {
  const signer = signerAt(oldKey, opening);
  const films = await visits(120, [0, 60], async (time, i) => {
    const film = `${site}/films/${i % 7}`;
    const isPlaylist = i % 6 === 0;
    const url = `${film}/${isPlaylist ? "index.m3u8" : `segment-${i}.ts`}`;
    return {
      time,
      url: isPlaylist ? await signer.signUrl(url, { expiresIn: "2h" }) : url,
      userAgent: agents.appleTv,
      address: addressOf(i % 30),
    };
  });
  const others = await visits(60, [0, 60], async (time, i) => ({
    time,
    url: await signer.signUrl(`${site}/films/${i % 7}/segment-${i}.ts`, { expiresIn: "2h" }),
    userAgent: agents.exoPlayer,
    address: addressOf(100 + (i % 30)),
  }));
  return { visits: [...(await healthyVisits(random())), ...films, ...others] };
}

/** From 09:00 on, another CDN stands in front of CloudFront and sorts the parameters. */
export async function sortedQueries(): Promise<Incident> {
  const signer = signerAt(oldKey, opening);
  const images = await visits(150, [0, 60], async (time, i) => {
    const url = new URL(
      await signer.signUrl(`${site}/images/${i % 20}.jpg?width=640&format=webp`, { expiresIn: "2h" }),
    );
    if (time >= atMinute(30)) url.searchParams.sort();
    return { time, url: url.href, address: addressOf(i % 60), userAgent: browsers[i % 3] ?? agents.chrome };
  });
  return { visits: [...(await healthyVisits(random())), ...images] };
}

/** Safari blocks the cookies of another site. */
export async function cookiesOnOneBrowser(): Promise<Incident> {
  const signer = signerAt(oldKey, opening);
  const cookies = (
    await signer.signCookies({ resource: `${site}/course/*`, expiresIn: "2h" })
  ).toCookieHeader();
  return {
    visits: await visits(400, [0, 60], (time, i) => {
      const userAgent = browsers[i % 3] ?? agents.chrome;
      const isBlocked = userAgent === agents.safari;
      return {
        time,
        url: `${site}/course/lesson-${i % 30}.mp4`,
        userAgent,
        address: addressOf(i % 90),
        cookies: isBlocked ? "theme=dark" : `theme=dark; ${cookies}`,
      };
    }),
  };
}

/** A link for one address is posted in a forum at 09:00. */
export async function leakedLink(): Promise<Incident> {
  const link = await signerAt(oldKey, opening).signUrl(`${site}/reports/annual.pdf`, {
    expiresIn: "2h",
    ipAddress: addressOf(3),
  });
  const leaked = await visits(200, [30, 60], (time, i) => ({
    time,
    url: link,
    address: addressOf(300 + (i % 160)),
    userAgent: browsers[i % 3] ?? agents.chrome,
    country: ["DE", "US", "BR"][i % 3] ?? "DE",
  }));
  return {
    visits: [
      ...(await healthyVisits(random())),
      { time: opening, url: link, address: addressOf(3) },
      ...leaked,
    ],
  };
}

/** A page of one customer shows links of another one. */
export async function wrongTenant(): Promise<Incident> {
  const signer = signerAt(oldKey, opening);
  const signed = await signer.signUrl(`${site}/acme/a.pdf`, { resource: `${site}/acme/*`, expiresIn: "2h" });
  const wrong = await visits(60, [0, 60], (time, i) => ({
    time,
    url: signed.replace("/acme/a.pdf", `/globex/files/${i % 20}.pdf`),
    address: addressOf(i % 25),
    userAgent: browsers[i % 3] ?? agents.chrome,
  }));
  return { visits: [...(await healthyVisits(random())), ...wrong] };
}

/** A mailing of three weeks ago, whose links were signed for two. */
export async function expiredBulkMail(): Promise<Incident> {
  const sent = opening - 21 * 24 * 60 * minute;
  const mail = await visits(140, [0, 60], async (time, i) => ({
    time,
    url: await signerAt(oldKey, sent).signUrl(`${site}/vouchers/${1000 + i}.pdf`, { expiresIn: "14d" }),
    address: addressOf(i % 120),
    userAgent: browsers[i % 3] ?? agents.chrome,
  }));
  return { visits: [...(await healthyVisits(random())), ...mail] };
}

/** A program that tries all lessons, without any key. */
export async function botWithoutKeys(): Promise<Incident> {
  const bot = await visits(250, [10, 50], (time, i) => ({
    time,
    url: `${site}/course/lesson-${i}.mp4`,
    userAgent: agents.python,
    address: addressOf(500 + (i % 3)),
  }));
  return { visits: [...(await healthyVisits(random())), ...bot] };
}

export async function healthyTraffic(): Promise<Incident> {
  return { visits: await healthyVisits(random(), 800) };
}
