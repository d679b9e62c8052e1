import Image from "next/image";
import { redirect } from "next/navigation";
import { currentUser } from "../../lib/session.js";
import { cdnOrigin } from "../../lib/settings.js";

/** An image with a plain URL: the browser sends the cookies of POST /cookies to the CDN. */
export default async function Page() {
  if (!(await currentUser())) redirect("/");
  return <Image src={`${cdnOrigin}/course/cover.jpg`} alt="The cover" width={320} height={180} />;
}
