// An edge function, as for Next.js, Vercel or Netlify: it sets signed cookies for a course and redirects to
// it. It signs for everyone who calls it: authenticate the user first.
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";

// An edge runtime has no process.env: the platform's bundler replaces these names with the values.
const signer = createCloudFrontSigner({
  keyPairId: process.env.CLOUDFRONT_KEY_PAIR_ID ?? "",
  privateKey: process.env.CLOUDFRONT_PRIVATE_KEY ?? "",
});

/** @param {Request} request */
export default async (request) => {
  const course = new URL(request.url).searchParams.get("course");
  if (!course || !/^\d+$/.test(course)) return new Response("Which course?\n", { status: 400 });

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
