// An edge function, as for Next.js, Vercel or Netlify: opens a course with signed cookies and sends the browser on to it.
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";

// An edge runtime has no environment to ask: the platform's bundler puts the values in place of these names.
const signer = createCloudFrontSigner({
  keyPairId: process.env.CLOUDFRONT_KEY_PAIR_ID ?? "",
  privateKey: process.env.CLOUDFRONT_PRIVATE_KEY ?? "",
});

/** @param {Request} request */
export default async (request) => {
  const course = new URL(request.url).searchParams.get("course");
  if (!course || !/^\d+$/.test(course)) return new Response("Which course?\n", { status: 400 });

  // One signature for all files of the course. The distribution's alternate domain name is a sibling of this site's.
  const cookies = await signer.signCookies({
    resource: `https://media.example.com/courses/${course}/*`,
    expiresIn: "4h",
  });
  const headers = new Headers({ Location: `/courses/${course}`, "Cache-Control": "private, no-store" });
  for (const cookie of cookies.toSetCookie({ domain: "example.com", path: `/courses/${course}` }))
    headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 303, headers });
};
