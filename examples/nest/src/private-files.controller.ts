import {
  Controller,
  Get,
  HttpCode,
  Inject,
  NotFoundException,
  Post,
  Query,
  Req,
  Res,
  UseGuards,
} from "@nestjs/common";
import { type CloudFrontSigner, cloudFrontUrl } from "cloudfront-sign-webcrypto";
import type { Response } from "express";
import { maySee } from "../accounts.js";
import { cdnOrigin, courseCookies } from "./settings.js";
import { SignedInGuard, type SignedInRequest } from "./signed-in.guard.js";
import { SIGNER } from "./signer.js";

/** The guard comes first: no route below runs without a user. */
@Controller()
@UseGuards(SignedInGuard)
export class PrivateFilesController {
  constructor(@Inject(SIGNER) private readonly signer: CloudFrontSigner) {}

  @Get("url")
  async url(@Req() request: SignedInRequest, @Query("file") file: unknown) {
    if (!maySee(request.session.user, file)) throw new NotFoundException({ error: "There is no such file." });
    return { url: await this.signer.signUrl(cloudFrontUrl(cdnOrigin, file), { expiresIn: "5m" }) };
  }

  @Post("cookies")
  @HttpCode(204)
  async cookies(@Res({ passthrough: true }) response: Response) {
    const cookies = await this.signer.signCookies({
      resource: `${cdnOrigin}${courseCookies.path}*`,
      expiresIn: "4h",
    });
    response.append("Set-Cookie", cookies.toSetCookie(courseCookies));
  }
}
