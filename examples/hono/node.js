import { serve } from "@hono/node-server";
import app from "./app.js";

const { PORT = "8080" } = process.env;
serve({ fetch: app.fetch, port: Number(PORT) }, () => console.log(`http://localhost:${PORT}/`));
