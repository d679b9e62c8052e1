/** Sign in, open the folder of the film, and play it. @param {string} cdnOrigin */
export const filmPage = (cdnOrigin) => `<!doctype html>
<html lang="en">
<title>A private film</title>
<form>
  <label>User <input name="user" autocomplete="username"></label>
  <label>Password <input name="password" type="password" autocomplete="current-password"></label>
  <button>Sign in and play</button>
</form>
<p role="status"></p>
<video controls width="640"></video>
<script type="module">
  import Hls from "/hls.js";

  const [form, status, video] = ["form", "p", "video"].map((name) => document.querySelector(name));
  const hls = new Hls({
    // The browser sends the signed cookies to CloudFront.
    xhrSetup: (xhr) => {
      xhr.withCredentials = true;
    },
  });
  hls.on(Hls.Events.ERROR, (_, { details }) => {
    status.textContent = details;
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form));
    for (const [path, init] of [["/login", { body }], ["/cookies?folder=film", {}]]) {
      const response = await fetch(path, { method: "POST", ...init });
      status.textContent = response.ok ? "" : (await response.json()).error;
      if (!response.ok) return;
    }
    hls.loadSource("${cdnOrigin}/film/index.m3u8");
    hls.attachMedia(video);
    video.play().catch(console.error); // some browsers wait for a click on the video
  });
</script>
`;
