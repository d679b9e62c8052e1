import Image from "next/image";
import { redirect } from "next/navigation";
import { cdnUrl, signer } from "../../lib/cdn.js";
import { currentUser } from "../../lib/session.js";

/**
 * An image with a signed URL. One signature covers the whole folder in every width. `cacheWindow` keeps the URL
 * the same for six hours, so that browsers find the image in their cache. With a P-256 key, keep the grant, too:
 * no two of its signatures are the same.
 */
export default async function Page() {
  if (!(await currentUser())) redirect("/");
  const grant = await signer.grant({ resource: cdnUrl("course/*"), expiresIn: "1d", cacheWindow: "6h" });
  return <Image src={grant.signUrl(cdnUrl("course/cover.jpg"))} alt="The cover" width={320} height={180} />;
}
