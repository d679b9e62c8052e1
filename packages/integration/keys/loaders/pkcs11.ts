import { pkcs11Key } from "cloudfront-sign-webcrypto/remote";
import pkcs11js from "pkcs11js";

/**
 * The first token of a PKCS#11 library. Once per process: all keys of the token share
 * the login.
 */
export function openToken(library: string, pin: string) {
  const module = new pkcs11js.PKCS11();
  module.load(library);
  module.C_Initialize({ flags: pkcs11js.CKF_OS_LOCKING_OK });
  const slot = module.C_GetSlotList(true)[0] as pkcs11js.Handle;
  /**
   * A session that is logged in. The login ends with the last session, so after a reset
   * of the token there is none.
   */
  const openSession = () => {
    const session = module.C_OpenSession(slot, pkcs11js.CKF_SERIAL_SESSION);
    try {
      module.C_Login(session, pkcs11js.CKU_USER, pin);
    } catch (error) {
      if (codeOf(error) !== pkcs11js.CKR_USER_ALREADY_LOGGED_IN) throw error;
    }
    return session;
  };
  return { module, openSession };
}

/**
 * The private key with this label. A session makes one signature at a time, so up to
 * four are open.
 */
export function keyInToken(
  { module, openSession }: ReturnType<typeof openToken>,
  label: string,
  publicKey: string,
) {
  const open = () => {
    const session = openSession();
    return { session, key: findPrivateKey(module, session, label) };
  };
  const free = [open()];
  return pkcs11Key({
    publicKey,
    concurrency: 4,
    sign: async ({ mechanism, data }) => {
      const sign = ({ session, key }: ReturnType<typeof open>) => {
        module.C_SignInit(session, { mechanism: pkcs11js[mechanism] }, key);
        return module.C_SignAsync(session, Buffer.from(data), Buffer.alloc(512));
      };
      let opened = free.pop() ?? open();
      try {
        return await sign(opened);
      } catch (error) {
        if (!lostSession.includes(codeOf(error))) throw error;
        opened = open();
        return await sign(opened);
      } finally {
        free.push(opened);
      }
    },
  });
}

/**
 * After a reset of the token, or of the connection to it, its sessions and handles are
 * gone.
 */
const lostSession: unknown[] = [
  pkcs11js.CKR_SESSION_HANDLE_INVALID,
  pkcs11js.CKR_SESSION_CLOSED,
  pkcs11js.CKR_USER_NOT_LOGGED_IN,
  pkcs11js.CKR_KEY_HANDLE_INVALID,
  pkcs11js.CKR_DEVICE_REMOVED,
  pkcs11js.CKR_TOKEN_NOT_PRESENT,
];

const codeOf = (error: unknown) => (error as { code?: number }).code;

function findPrivateKey(
  module: pkcs11js.PKCS11,
  session: pkcs11js.Handle,
  label: string,
) {
  module.C_FindObjectsInit(session, [
    { type: pkcs11js.CKA_CLASS, value: pkcs11js.CKO_PRIVATE_KEY },
    { type: pkcs11js.CKA_LABEL, value: label },
  ]);
  const [key] = module.C_FindObjects(session, 1);
  module.C_FindObjectsFinal(session);
  if (!key) throw new Error(`the token has no private key with the label ${label}`);
  return key;
}
