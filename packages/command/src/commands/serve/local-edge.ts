import { type CloudFrontFinding, explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import {
  type CloudFrontVerifier,
  type CloudFrontVerifierOptions,
  createCloudFrontVerifier,
  type FetchHandler,
  restrictViewerAccess,
} from "cloudfront-sign-webcrypto/verify";
import { otherLoopbackNames } from "../../requests/public-address.ts";
import { reasonHeader, type Viewer } from "./fetch-adapter.ts";

export interface LocalEdgeOptions extends CloudFrontVerifierOptions {
  /** The origin, which may ask whether a URL needs a signature. */
  readonly origin: (isRestricted: CloudFrontVerifier["isRestricted"]) => FetchHandler<[Viewer]>;
  /** What the origin answers with for `/`. */
  readonly defaultRootObject?: string;
  /** Headers for the answers of the origin, such as those of CORS. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the answers have the reason of a denial, and its cause is looked for. */
  readonly explain: boolean;
  /** The address of every viewer. Default: the one that a request comes from. */
  readonly ipAddress: string | undefined;
}

export interface EdgeAnswer {
  readonly response: Response;
  readonly reason: string | undefined;
  /** Why the signature did not allow the request, if `explain` asks for it. */
  readonly cause: CloudFrontFinding | undefined;
}

/** Answers requests as a distribution does, and says why. */
export function createLocalEdge(
  options: LocalEdgeOptions,
): (request: Request, viewer: Viewer) => Promise<EdgeAnswer> {
  const { origin: originOf, defaultRootObject, headers, explain, ipAddress, ...given } = options;
  const verifierOptions = withRoot(given, defaultRootObject);
  const verifier = createCloudFrontVerifier(verifierOptions);
  const origin = originOf(verifier.isRestricted);
  const addressOf = ({ address }: Viewer): string => ipAddress ?? address;
  const allowed = new WeakSet<Response>();
  const edge = restrictViewerAccess<[Viewer]>({
    ...verifierOptions,
    async origin(request, viewer) {
      const response = await origin(request, viewer);
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
      allowed.add(response);
      return response;
    },
    ipAddress: (_, viewer) => addressOf(viewer),
    explain: true,
  });

  async function causeOf(request: Request, response: Response, viewer: Viewer) {
    const [cause] = await explainCloudFrontDenial({
      url: request.url,
      method: request.method,
      cookies: request.headers.get("cookie") ?? "",
      status: response.status,
      ipAddress: addressOf(viewer),
      verifier,
      hostnames: otherLoopbackNames(request.url),
      time: options.now?.() ?? new Date(),
    });
    return cause;
  }

  return async (request, viewer) => {
    const response = await edge(request, viewer);
    const reason = response.headers.get(reasonHeader) ?? undefined;
    const isExplained = explain && !allowed.has(response);
    const cause = isExplained ? await causeOf(request, response, viewer) : undefined;
    if (!explain) response.headers.delete(reasonHeader);
    return { response, reason, cause };
  };
}

/**
 * The options with `/` restricted if its file is. CloudFront does not document which cache behavior answers for a
 * default root object, so `/` is open only if both paths are.
 */
function withRoot(
  options: CloudFrontVerifierOptions,
  defaultRootObject: string | undefined,
): CloudFrontVerifierOptions {
  const { restrict } = options;
  if (restrict === undefined || defaultRootObject === undefined) return options;
  const { isRestricted } = createCloudFrontVerifier(options);
  return isRestricted(`http://localhost/${defaultRootObject}`)
    ? { ...options, restrict: ["/", ...restrict, { pathPattern: "*", restricted: false }] }
    : options;
}
