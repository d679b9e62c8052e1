/** Sign in, open the course, and play its film as long as the server renews the cookies. @param {string} cdnOrigin */
export const coursePage = (cdnOrigin) => `<!doctype html>
<html lang="en">
<title>A private course</title>
<form>
  <label>User <input name="user" autocomplete="username"></label>
  <label>Password <input name="password" type="password" autocomplete="current-password"></label>
  <button>Sign in and play</button>
</form>
<p role="status"></p>
<video controls width="640"></video>
<p><a href="${cdnOrigin}/course/report.pdf">The report (PDF)</a> <button type="button">Sign out</button></p>
<script type="importmap">
  {
    "imports": {
      "cloudfront-sign-media/client": "/cloudfront-sign-media/client.js",
      "cloudfront-sign-webcrypto": "/cloudfront-sign-webcrypto/index.js",
      "cloudfront-sign-webcrypto/internals": "/cloudfront-sign-webcrypto/internals.js"
    }
  }
</script>
<script type="module">
  import { renewingGrant } from "cloudfront-sign-media/client";

  const names = ["form", "[role=status]", "video", "[type=button]"];
  const [form, status, video, signOut] = names.map((name) => document.querySelector(name));
  const grant = renewingGrant({ load: "/grants/course" });

  async function play(time) {
    try {
      await grant.renew();
      video.src = "${cdnOrigin}/course/film.mp4";
      video.currentTime = time;
      await video.play(); // some browsers wait for a click on the video
    } catch ({ message }) {
      status.textContent = message;
    }
  }
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const response = await fetch("/login", { method: "POST", body: new URLSearchParams(new FormData(form)) });
    status.textContent = response.ok ? "" : (await response.json()).error;
    if (response.ok) await play(0);
  });

  // The cookies can expire while the device sleeps. A second error in a row has another cause.
  let mayRetry = true;
  video.addEventListener("playing", () => {
    mayRetry = true;
  });
  video.addEventListener("error", () => {
    if (mayRetry) play(video.currentTime);
    mayRetry = false;
  });

  signOut.addEventListener("click", async () => {
    await fetch("/logout", { method: "POST" });
    grant.close();
    location.reload();
  });
</script>
`;
