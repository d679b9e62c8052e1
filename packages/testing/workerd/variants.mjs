/** The newest compatibility date of the pinned workerd, and the first with a standard `URL`. */
const [newest, oldest] = ["2026-10-23", "2022-10-31"];

/**
 * The configurations that a Worker can have on Cloudflare.
 * @type {Record<string, { title: string, date: string, flags: string[] }>}
 */
export const variants = {
  // Since 2026-08-04 Node.js compatibility is the default. The first flag alone leaves Buffer and process.
  workerd: {
    title: `workerd, ${newest}, without Node.js compatibility`,
    date: newest,
    flags: ["no_nodejs_compat", "no_nodejs_compat_v2"],
  },
  "workerd-nodejs": { title: `workerd, ${newest}, with the default flags`, date: newest, flags: [] },
  "workerd-oldest": {
    title: `workerd, ${oldest}, the first date with a standard URL`,
    date: oldest,
    flags: [],
  },
};
