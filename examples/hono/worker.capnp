# The app in workerd itself, as Cloudflare runs it: variables and secrets come from the environment. With wrangler
# you need this file's bindings as variables and secrets, and app.js as `main`.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:8080", http = (), service = "main")],
);

const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "dist/worker.js")],
  compatibilityDate = "2026-01-01",
  bindings = [
    (name = "CDN_ORIGIN", fromEnvironment = "CDN_ORIGIN"),
    (name = "CLOUDFRONT_KEY_PAIR_ID", fromEnvironment = "CLOUDFRONT_KEY_PAIR_ID"),
    (name = "CLOUDFRONT_PRIVATE_KEY", fromEnvironment = "CLOUDFRONT_PRIVATE_KEY"),
    (name = "COOKIE_DOMAIN", fromEnvironment = "COOKIE_DOMAIN"),
    (name = "LOGIN_USER", fromEnvironment = "LOGIN_USER"),
    (name = "LOGIN_PASSWORD", fromEnvironment = "LOGIN_PASSWORD"),
    (name = "SESSION_SECRET", fromEnvironment = "SESSION_SECRET"),
  ],
);
