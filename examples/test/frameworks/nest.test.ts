import { describeExample } from "./support/describe-example.ts";
import { itKeepsSessionsOnTheServer } from "./support/server-sessions.ts";

describeExample("nest", { further: itKeepsSessionsOnTheServer });
