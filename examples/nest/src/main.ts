// A site in front of private files: sign in, get a signed URL or cookies for a folder, sign out.
import "reflect-metadata";
import { NestFactory } from "@nestjs/core";
import type { NestExpressApplication } from "@nestjs/platform-express";
import type { NextFunction, Request, Response } from "express";
import session from "express-session";
import { AppModule } from "./app.module.js";
import { HideFailures } from "./hide-failures.js";
import { sessionSecret } from "./settings.js";

const app = await NestFactory.create<NestExpressApplication>(AppModule, { logger: ["error", "warn"] });
app.disable("x-powered-by");
// One proxy in front ends TLS and sets X-Forwarded-Proto. Without a proxy, delete this line.
app.set("trust proxy", 1);
// What an answer says or sets is for this user alone: no cache may keep it.
app.use((_request: Request, response: Response, next: NextFunction) => {
  response.set("Cache-Control", "private, no-store");
  next();
});
// A form of another origin must not sign anybody in or out (CSRF). Programs do not send this header.
app.use((request: Request, response: Response, next: NextFunction) => {
  if (request.method === "POST" && (request.get("Sec-Fetch-Site") ?? "same-origin") !== "same-origin")
    return void response.status(403).json({ error: "The request comes from another site." });
  next();
});
app.use(
  session({
    // In production, add a `store`: this one keeps sessions in memory and loses them at a restart.
    name: "session",
    secret: sessionSecret,
    resave: false,
    saveUninitialized: false,
    // "auto" sets Secure if the request came over HTTPS, so that http://localhost works, too.
    cookie: { httpOnly: true, sameSite: "lax", secure: "auto", maxAge: 8 * 3600 * 1000 },
  }),
);
app.useGlobalFilters(new HideFailures());
await app.init();
const port = Number(process.env.PORT || 8080);
await app.listen(port).catch(({ code }) => {
  console.error(`PORT: cannot listen on ${port} (${code}); set it to a free port, such as 8082`);
  process.exit(1);
});
console.log(`http://localhost:${port}/`);
