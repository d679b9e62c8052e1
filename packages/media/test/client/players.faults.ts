import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import {
  hlsLoader,
  type RenewingGrant,
  renewingGrant,
  signDashPlayer,
  signShakaPlayer,
  signVideoJsPlayer,
} from "cloudfront-sign-media/client";

class Loader {
  load() {}
}

/** A static grant of a signer, as far as it matters here. */
const staticGrant = { query: "Policy=a&Signature=b&Key-Pair-Id=c", signUrl: (url: string) => url };

const dashPlayer = { addRequestInterceptor() {}, addResponseInterceptor() {} };
const shakaPlayer = { getNetworkingEngine: () => null, addEventListener() {} };
const videoJsPlayer = { on() {}, tech: () => null };

type Adapter = (grant: RenewingGrant, player: never) => unknown;

function fault(adapter: Adapter, given: string, grant: unknown, player: unknown, message: string): Fault {
  return {
    given,
    run: () => adapter(grant as never, player as never),
    code: "ERR_OPTION_INVALID",
    message,
  };
}

const grant = () => renewingGrant({ load: "/api/grant" });
const unusable = "not a grant of renewingGrant()";

/** Faults of what players are given. */
export const playerFaults: readonly Fault[] = [
  fault(
    hlsLoader,
    'hlsLoader("/api/grant", Hls.DefaultConfig.loader)',
    "/api/grant",
    Loader,
    `grant: is a string, ${unusable}; call hlsLoader(grant, Hls.DefaultConfig.loader)`,
  ),
  fault(
    hlsLoader,
    "hlsLoader(Hls.DefaultConfig.loader, grant)",
    Loader,
    grant(),
    `grant: is a function, ${unusable}; call hlsLoader(grant, Hls.DefaultConfig.loader)`,
  ),
  fault(
    hlsLoader,
    "hlsLoader(await signer.grant(…), Hls.DefaultConfig.loader)",
    staticGrant,
    Loader,
    `grant: is an object, ${unusable}; call hlsLoader(grant, Hls.DefaultConfig.loader)`,
  ),
  fault(
    hlsLoader,
    "hlsLoader(grant, Hls)",
    grant(),
    class {
      loadSource() {}
    },
    "loader: is a function, not a loader class of hls.js; call hlsLoader(grant, Hls.DefaultConfig.loader)",
  ),
  fault(
    hlsLoader,
    "hlsLoader(grant)",
    grant(),
    undefined,
    "loader: is undefined, not a loader class of hls.js; call hlsLoader(grant, Hls.DefaultConfig.loader)",
  ),
  fault(
    signDashPlayer,
    "signDashPlayer(player, grant)",
    dashPlayer,
    grant(),
    `grant: is an object, ${unusable}; call signDashPlayer(grant, MediaPlayer().create())`,
  ),
  fault(
    signDashPlayer,
    "signDashPlayer(grant, video)",
    grant(),
    {},
    "player: is an object, not a player of dash.js 5; call signDashPlayer(grant, MediaPlayer().create())",
  ),
  fault(
    signShakaPlayer,
    "signShakaPlayer(player, grant)",
    shakaPlayer,
    grant(),
    `grant: is an object, ${unusable}; call signShakaPlayer(grant, new shaka.Player())`,
  ),
  fault(
    signShakaPlayer,
    "signShakaPlayer(grant)",
    grant(),
    undefined,
    "player: is undefined, not a player of Shaka; call signShakaPlayer(grant, new shaka.Player())",
  ),
  fault(
    signVideoJsPlayer,
    "signVideoJsPlayer(player, grant)",
    videoJsPlayer,
    grant(),
    `grant: is an object, ${unusable}; call signVideoJsPlayer(grant, videojs(video))`,
  ),
  fault(
    signVideoJsPlayer,
    'signVideoJsPlayer(grant, "video")',
    grant(),
    "video",
    "player: is a string, not a player of video.js; call signVideoJsPlayer(grant, videojs(video))",
  ),
];
