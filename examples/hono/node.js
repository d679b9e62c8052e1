import { serve } from "@hono/node-server";
import app from "./app.js";
import { settings } from "./settings.js";

const port = Number(settings().PORT || 8080);
serve({ fetch: app.fetch, port }, () => console.log(`http://localhost:${port}/`));
