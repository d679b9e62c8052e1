import { Module } from "@nestjs/common";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { PrivateFilesController } from "./private-files.controller.js";
import { SessionController } from "./session.controller.js";
import { keyPairId, privateKey } from "./settings.js";
import { SIGNER } from "./signer.js";

@Module({
  controllers: [SessionController, PrivateFilesController],
  providers: [
    // One signer for the process: the key is imported once. An unusable key throws here, at the start.
    {
      provide: SIGNER,
      useFactory: () => createCloudFrontSigner({ keyPairId, privateKey, maxLifetime: "8h" }),
    },
  ],
})
export class AppModule {}
