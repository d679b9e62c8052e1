import { cloudFrontBase64ToBytes } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { end, host, moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import {
  type CloudFrontSignError,
  createCloudFrontSigner,
  type LoadedKeyOptions,
  type LoadedKeyValue,
  loadedKey,
} from "cloudfront-sign-webcrypto";

/** Loads of a key that end when a test says so, with a clock that a test sets. */

/** One call of the loader. */
interface KeyLoad {
  /** 1 for the first. */
  readonly number: number;
  readonly isPending: boolean;
  /** The key of this load arrives: its ID is `KLOAD` and the number. */
  succeed(): void;
  fail(): void;
}

/** More steps than any chain of promises here, and than a request in workerd shares a load. */
const stepsOfAnEvent = 250;

/** Lets everything happen that waits for no load. */
export async function endEvent(): Promise<void> {
  for (let step = 0; step < stepsOfAnEvent; step++) await undefined;
}

const prefix = "KLOAD";

/** The ID that a load brings. */
export const keyIdOf = (loadNumber: number): string => prefix + loadNumber;

/** The number of the load that brought an ID; 0 for none. */
export const loadOfKey = (keyPairId = "0"): number => Number(keyPairId.replace(prefix, ""));

/** A key whose signatures consist of the number of its load, which fits into a byte. */
function keyOf(loadNumber: number): LoadedKeyValue {
  const signature = new Uint8Array(256).fill(loadNumber);
  return {
    keyPairId: keyIdOf(loadNumber),
    privateKey: { keyType: "RSA", hashAlgorithm: "SHA256", sign: async () => signature },
  };
}

export function keyLoads(options: Partial<LoadedKeyOptions>) {
  const loads: KeyLoad[] = [];
  const errors: CloudFrontSignError[] = [];
  const clock = { seconds: 0 };
  const load = (): Promise<LoadedKeyValue> =>
    new Promise((resolve, reject) => {
      const number = loads.length + 1;
      let isPending = true;
      const settle = (action: () => void) => () => {
        isPending = false;
        action();
      };
      loads.push({
        number,
        get isPending() {
          return isPending;
        },
        succeed: settle(() => resolve(keyOf(number))),
        fail: settle(() => reject(new Error(`load ${number}`))),
      });
    });
  const key = loadedKey({
    load,
    onError: (error) => errors.push(error),
    now: () => new Date(moment.getTime() + clock.seconds * 1000),
    ...options,
  });
  const signer = createCloudFrontSigner({ key, now: () => moment });
  /** The number of the load whose key made a signature; throws if another load brought the ID. */
  const sign = async (): Promise<number> => {
    const { searchParams } = new URL(await signer.signUrl(`${host}/a`, { dateLessThan: end }));
    const [number = 0] = cloudFrontBase64ToBytes(searchParams.get("Signature") ?? "");
    const keyPairId = searchParams.get("Key-Pair-Id");
    if (keyPairId !== keyIdOf(number)) throw new Error(`${keyPairId} goes with the key of load ${number}`);
    return number;
  };
  return { key, sign, loads, errors, clock, pending: () => loads.filter(({ isPending }) => isPending) };
}
