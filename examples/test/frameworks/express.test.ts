import { describeExample } from "./support/describe-example.ts";

describeExample("express");
