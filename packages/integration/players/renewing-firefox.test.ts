import { testRenewing } from "./support/renewing.ts";

testRenewing("firefox", -3_600_000);
