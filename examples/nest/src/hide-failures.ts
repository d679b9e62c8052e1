import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from "@nestjs/common";
import { isCloudFrontSignError } from "cloudfront-sign-webcrypto";
import type { Response } from "express";

/** Details are for the log. The message of a CloudFrontSignError contains no key, signature or policy. */
@Catch()
export class HideFailures implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    if (error instanceof HttpException)
      return void response.status(error.getStatus()).json(error.getResponse());
    console.error(isCloudFrontSignError(error) ? `${error.code} ${error.message}` : error);
    response.status(500).json({ error: "Something went wrong." });
  }
}
