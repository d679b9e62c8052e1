import { describeExample } from "./support/describe-example.ts";
import { media } from "./support/local-cdn.ts";

const npmStart = { command: "npm", args: ["start"] };

describeExample("flydrive", {
  starts: {
    "a disk in a folder": () => ({ ...npmStart, env: { MEDIA_FOLDER: media } }),
    // FlyDrive asks S3 nothing for a signed URL.
    "a disk in S3": () => ({ ...npmStart, env: { S3_BUCKET: "private-files", AWS_REGION: "eu-west-1" } }),
  },
});
