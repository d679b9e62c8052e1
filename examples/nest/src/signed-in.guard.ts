import { type CanActivate, type ExecutionContext, Injectable, UnauthorizedException } from "@nestjs/common";
import type { Request } from "express";
import type { Session } from "express-session";

export interface SignedInRequest extends Request {
  session: Session & { user: string };
}

@Injectable()
export class SignedInGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    // A request for `*` has no session.
    const { session } = context.switchToHttp().getRequest<Partial<SignedInRequest>>();
    if (!session?.user) throw new UnauthorizedException({ error: "Please sign in." });
    return true;
  }
}
