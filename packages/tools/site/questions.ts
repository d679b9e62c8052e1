/** What someone types into the search of the site, and the page with the answer. */
export const questions: Readonly<Record<string, string>> = {
  KMS: "keys.html",
  "IP address": "signing.html",
  "403 AccessDenied": "setup.html",
  revoke: "revocation.html",
  rotate: "rotation.html",
  "Secrets Manager": "keys.html",
};
