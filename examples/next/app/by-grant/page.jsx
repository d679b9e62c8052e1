import Image from "next/image";
import { redirect } from "next/navigation";
import { signer } from "../../lib/cdn.js";
import { currentUser } from "../../lib/session.js";
import { cdnOrigin } from "../../lib/settings.js";

/**
 * An image with a signed URL. One signature covers the whole folder in every width. `cacheWindow` keeps the URL
 * the same for six hours, so that browsers find the image in their cache. With a P-256 key, keep the grant, too:
 * no two of its signatures are the same.
 */
export default async function Page() {
  if (!(await currentUser())) redirect("/");
  const grant = await signer.grant({
    resource: `${cdnOrigin}/course/*`,
    expiresIn: "1d",
    cacheWindow: "6h",
  });
  const cover = grant.signUrl(`${cdnOrigin}/course/cover.jpg`);
  return <Image src={cover} alt="The cover" width={320} height={180} />;
}
