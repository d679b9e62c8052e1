// Asks the server for a signed URL, sends the file with PUT, and asks the server to check what arrived.
const input = /** @type {HTMLInputElement} */ (document.querySelector("#file"));
const progress = /** @type {HTMLProgressElement} */ (document.querySelector("#progress"));
const cancel = /** @type {HTMLButtonElement} */ (document.querySelector("#cancel"));
const output = /** @type {HTMLElement} */ (document.querySelector("#status"));

input.addEventListener("change", async () => {
  const [file] = input.files ?? [];
  if (!file) return;
  input.disabled = true;
  try {
    const { key, url } = await post("/uploads", { name: file.name, type: file.type, size: file.size });
    await put(url, file);
    const checked = await post("/uploads/check", { key });
    const link = document.createElement("a");
    link.href = checked.url;
    link.textContent = "Open the file";
    output.replaceChildren("Uploaded. ", link);
  } catch (error) {
    output.textContent = error instanceof Error ? error.message : String(error);
  }
  input.value = "";
  input.disabled = false;
});

/** @param {string} path @param {object} value */
async function post(path, value) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(value),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

/** XMLHttpRequest, because `fetch` does not report the progress of an upload. @param {string} url @param {File} file */
function put(url, file) {
  const request = new XMLHttpRequest();
  cancel.onclick = () => request.abort();
  cancel.disabled = false;
  return new Promise((/** @type {(value?: undefined) => void} */ resolve, reject) => {
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      progress.value = loaded / total;
      output.textContent = `${Math.floor((100 * loaded) / total)}% sent`;
    });
    request.addEventListener("load", () =>
      request.status === 200 ? resolve() : reject(new Error(`The upload was refused (${request.status}).`)),
    );
    request.addEventListener("error", () => reject(new Error("The upload failed. Please try again.")));
    request.addEventListener("abort", () => reject(new Error("Canceled.")));
    request.open("PUT", url);
    request.setRequestHeader("Content-Type", file.type);
    request.send(file);
  }).finally(() => {
    cancel.disabled = true;
  });
}
