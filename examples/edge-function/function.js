// An edge function, as for Next.js, Vercel or Netlify: it sets signed cookies for a course of the user and
// redirects to it.
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { userOf } from "./session.js";

// An edge runtime has no process.env: the platform's bundler replaces these names with the values. A missing
// one throws here, so the deployment fails.
const signer = createCloudFrontSigner({
  keyPairId: process.env.CLOUDFRONT_KEY_PAIR_ID ?? "",
  privateKey: process.env.CLOUDFRONT_PRIVATE_KEY ?? "",
});

/** @param {Request} request */
export default async (request) => {
  const user = await userOf(request);
  if (!user) return new Response("Please sign in.\n", { status: 401 });
  const course = new URL(request.url).searchParams.get("course");
  if (!course || !/^\d+$/.test(course)) return new Response("Which course?\n", { status: 400 });
  if (!user.courses.includes(course)) return new Response("This course is not yours.\n", { status: 403 });

  // One signature for all files of the course. The distribution's alternate domain name is a sibling of this
  // site's.
  const cookies = await signer.signCookies({
    resource: `https://media.example.com/courses/${course}/*`,
    expiresIn: "4h",
  });
  const headers = new Headers({ Location: `/courses/${course}`, "Cache-Control": "private, no-store" });
  for (const cookie of cookies.toSetCookie({ domain: "example.com", path: `/courses/${course}` }))
    headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 303, headers });
};
