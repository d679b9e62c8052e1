import { testRenewing } from "./support/renewing.ts";

testRenewing("chromium", 3_600_000);
