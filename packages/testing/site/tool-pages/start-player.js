// Starts the service worker, which answers in place of a server, and opens the page again with it.
const progress = /** @type {HTMLElement} */ (document.getElementById("progress"));
try {
  await navigator.serviceWorker.register("worker.js");
  await navigator.serviceWorker.ready;
  location.reload();
} catch (error) {
  progress.textContent = `The page could not start: ${/** @type {Error} */ (error).message}`;
}
