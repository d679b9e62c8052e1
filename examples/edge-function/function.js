// An edge function, as for Next.js, Vercel or Netlify: it sets signed cookies for a course of the user and
// redirects to it.
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { userOf } from "./session.js";

// An edge runtime has no process.env: the platform's bundler replaces these names with the values. A missing
// one throws here, so the deployment fails.
const signer = createCloudFrontSigner({
  keyPairId: process.env.CLOUDFRONT_KEY_PAIR_ID ?? "",
  privateKey: process.env.CLOUDFRONT_PRIVATE_KEY ?? "",
  maxLifetime: "8h",
});
const cdnOrigin = process.env.CDN_ORIGIN ?? "";
if (!/^(https:\/\/[\w-]+(\.[\w-]+)+|http:\/\/localhost)(:\d+)?$/.test(cdnOrigin))
  throw new Error(
    "CDN_ORIGIN: is not usable; set it to the origin of the distribution, without a path or a slash at its end, such as https://media.example.com",
  );
// The domain that this site and the distribution share. On localhost, both have the same host.
const { hostname } = new URL(cdnOrigin);
const domain = process.env.COOKIE_DOMAIN ?? "";
if (domain ? !`.${hostname}`.endsWith(`.${domain}`) : hostname !== "localhost")
  throw new Error(
    `COOKIE_DOMAIN: is not a domain of ${hostname}; set it to the one that the site and the distribution share, such as example.com`,
  );

/** As text. In a text such as "142,7", `includes` would find course 42. @param {unknown} courses */
function idsOf(courses) {
  if (!Array.isArray(courses) || !courses.every((one) => ["string", "number"].includes(typeof one)))
    throw new TypeError(
      'courses: is not a list of IDs; return it from session.js as a list, such as ["42", "142"]',
    );
  return courses.map(String);
}

/** @param {Request} request */
export default async (request) => {
  const user = await userOf(request);
  if (!user) return new Response("Please sign in.\n", { status: 401 });
  const course = new URL(request.url).searchParams.get("course");
  if (!course || !/^\d+$/.test(course)) return new Response("Which course?\n", { status: 400 });
  if (!idsOf(user.courses).includes(course))
    return new Response("This course is not yours.\n", { status: 403 });

  // A preview deployment, for example, has a host of its own.
  const { hostname: site } = new URL(request.url);
  if (domain ? !`.${site}`.endsWith(`.${domain}`) : site !== hostname)
    throw new Error(
      `COOKIE_DOMAIN: does not cover ${site}, the host of the site, so browsers refuse the cookies; open the site at a host that shares a domain with ${hostname}, and set it to this domain, such as example.com`,
    );
  // One signature for all files of the course.
  const cookies = await signer.signCookies({
    resource: `${cdnOrigin}/courses/${course}/*`,
    expiresIn: "4h",
  });
  const headers = new Headers({ Location: `/courses/${course}`, "Cache-Control": "private, no-store" });
  // A header for each: a list among other headers becomes one cookie, which browsers cannot read.
  for (const cookie of cookies.toSetCookie({ ...(domain && { domain }), path: `/courses/${course}` }))
    headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 303, headers });
};
