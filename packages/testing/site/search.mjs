// How the search of the site finds a page. VitePress sends these functions to the browser as text, so each one stands alone.

/** Words that people type for what the pages call otherwise, and words that say nothing. @param {string} term */
function withSynonyms(term) {
  const word = term.toLowerCase();
  if (
    /^(?:a|an|and|are|as|at|be|by|can|do|does|for|from|get|how|i|in|into|is|it|its|me|my|not|of|on|that|the|this|to|use|using|want|what|when|which|why|with|you)$/.test(
      word,
    )
  )
    return null;
  /** @type {Record<string, string[]>} */
  const synonyms = {
    accessdenied: ["accessdenied", "denied", "403"],
    alarm: ["alarm", "alarms", "alerts"],
    android: ["android", "native", "apps"],
    benchmark: ["benchmark", "benchmarks", "performance"],
    blocked: ["blocked", "cors"],
    cast: ["cast", "chromecast"],
    changed: ["changed", "change"],
    cheap: ["cheap", "charges"],
    cname: ["cname", "domain"],
    cost: ["cost", "costs", "charges"],
    costs: ["costs", "charges"],
    denied: ["denied", "403"],
    directory: ["directory", "folder"],
    domain: ["domain", "host"],
    env: ["env", "environment"],
    expired: ["expired", "expiry", "expires"],
    flutter: ["flutter", "native", "apps"],
    forbidden: ["forbidden", "403"],
    invalidate: ["invalidate", "revoke"],
    iphone: ["iphone", "ios", "safari"],
    leaked: ["leaked", "leak"],
    latency: ["latency", "live"],
    ll: ["low", "latency"],
    localstack: ["localstack", "emulators"],
    logout: ["logout", "sign", "out"],
    migrate: ["migrate", "coming", "library"],
    moved: ["moved", "change"],
    nextjs: ["nextjs", "next"],
    presigned: ["presigned", "s3"],
    price: ["price", "charges"],
    or: ["choose"],
    pricing: ["pricing", "charges"],
    reactnative: ["react", "native"],
    refresh: ["refresh", "renew", "grants"],
    renew: ["renew", "renews"],
    renewal: ["renewal", "renew", "grants"],
    sha256: ["sha256", "sha", "256"],
    skew: ["skew", "clocks"],
    star: ["star", "wildcards"],
    stolen: ["stolen", "leaked"],
    subdomain: ["subdomain", "domain"],
    umlaut: ["umlaut", "spaces"],
    vs: ["choose"],
    wildcard: ["wildcard", "wildcards"],
  };
  return Object.hasOwn(synonyms, word) ? synonyms[word] : word;
}

/**
 * Guides before reference: each name of the API occurs on many pages, and each finding has words of a guide.
 * @param {string} id @param {string} _term @param {{ titles?: string[] }} [stored]
 */
const weightOf = (id, _term, stored) => {
  // Every name of the API is in some "Example" of the reference: zero leaves these out.
  if (/\/api\/.*#examples?(?:-\d+)?$/.test(id)) return 0;
  if (/\/(?:api|packages)\//.test(id)) return 0.25;
  if (/\/(?:command|tasks|getting-started)\.html|\/examples\/(?:#|frameworks)/.test(id)) return 0.5;
  // The overview, and the lists of findings.
  if (/\/(?:#.*)?$/.test(id) && !id.includes("/examples/")) return 0.5;
  if (stored?.titles?.includes("Findings") || id.endsWith("#findings")) return 0.6;
  return 1;
};

export const searchOptions = {
  fuzzy: 0.1,
  prefix: true,
  boost: { title: 2, titles: 1.5, text: 1 },
  boostDocument: weightOf,
  processTerm: withSynonyms,
};
