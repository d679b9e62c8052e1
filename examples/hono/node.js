import { serve } from "@hono/node-server";
import app from "./app.js";

const port = Number(process.env.PORT || 8080);
const server = serve({ fetch: app.fetch, port }, () => console.log(`http://localhost:${port}/`));
server.on("error", ({ code }) => {
  console.error(`PORT: cannot listen on ${port} (${code}); set it to a free port, such as 8082`);
  process.exit(1);
});
