import { Body, Controller, HttpCode, Post, Req, Res, UnauthorizedException } from "@nestjs/common";
import { clearCloudFrontSignedCookies } from "cloudfront-sign-webcrypto";
import type { Response } from "express";
import { isPasswordRight } from "../accounts.js";
import { courseCookies } from "./settings.js";
import type { SignedInRequest } from "./signed-in.guard.js";

@Controller()
export class SessionController {
  @Post("login")
  @HttpCode(204)
  async login(@Req() request: SignedInRequest, @Body() body?: { user?: unknown; password?: unknown }) {
    const { user, password } = body ?? {};
    if (!isPasswordRight(user, password))
      throw new UnauthorizedException({ error: "The user or the password is wrong." });
    // A new ID, because somebody else may know the old one (session fixation).
    await new Promise<void>((resolve, reject) => {
      request.session.regenerate((error) => (error ? reject(error) : resolve()));
    });
    request.session.user = user;
  }

  @Post("logout")
  @HttpCode(204)
  async logout(@Req() { session }: SignedInRequest, @Res({ passthrough: true }) response: Response) {
    await new Promise<void>((resolve, reject) => {
      session.destroy((error) => (error ? reject(error) : resolve()));
    });
    response.clearCookie("session");
    response.append("Set-Cookie", clearCloudFrontSignedCookies(courseCookies));
  }
}
