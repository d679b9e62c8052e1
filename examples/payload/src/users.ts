import type { CollectionConfig } from "payload";
import { clearCourseCookies } from "./course-cookies.ts";

export const users: CollectionConfig = {
  slug: "users",
  auth: true,
  fields: [],
  hooks: { afterLogout: [clearCourseCookies] },
};
