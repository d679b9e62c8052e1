import Link from "next/link";
import { currentUser } from "../lib/session.js";

export default async function Home() {
  if (await currentUser())
    return (
      <main>
        <h1>Welcome</h1>
        <Link href="/by-grant">An image with a signed URL</Link>
        <form action="/logout" method="post">
          <button type="submit">Sign out</button>
        </form>
      </main>
    );
  return (
    <form action="/login" method="post">
      <label>
        User <input name="user" autoComplete="username" />
      </label>
      <label>
        Password <input name="password" type="password" autoComplete="current-password" />
      </label>
      <button type="submit">Sign in</button>
    </form>
  );
}
