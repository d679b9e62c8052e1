import { pkcs11Key } from "cloudfront-sign-webcrypto/remote";
import pkcs11js from "pkcs11js";

/** Logs in to the first token of a PKCS#11 library. Once per process: all keys of the token share the login. */
export function openToken(library: string, pin: string) {
  const module = new pkcs11js.PKCS11();
  module.load(library);
  module.C_Initialize({ flags: pkcs11js.CKF_OS_LOCKING_OK });
  const slot = module.C_GetSlotList(true)[0] as pkcs11js.Handle;
  module.C_Login(module.C_OpenSession(slot, pkcs11js.CKF_SERIAL_SESSION), pkcs11js.CKU_USER, pin);
  return { module, slot };
}

/** The private key with this label. A session makes one signature at a time, so several are open. */
export function keyInToken({ module, slot }: ReturnType<typeof openToken>, label: string, publicKey: string) {
  const open = () => module.C_OpenSession(slot, pkcs11js.CKF_SERIAL_SESSION);
  const free = [open(), open(), open(), open()];
  const key = findPrivateKey(module, free[0] as pkcs11js.Handle, label);
  return pkcs11Key({
    publicKey,
    concurrency: free.length,
    sign: async ({ mechanism, data }) => {
      const session = free.pop() ?? open();
      try {
        module.C_SignInit(session, { mechanism: pkcs11js[mechanism] }, key);
        return await module.C_SignAsync(session, Buffer.from(data), Buffer.alloc(512));
      } finally {
        free.push(session);
      }
    },
  });
}

function findPrivateKey(module: pkcs11js.PKCS11, session: pkcs11js.Handle, label: string) {
  module.C_FindObjectsInit(session, [
    { type: pkcs11js.CKA_CLASS, value: pkcs11js.CKO_PRIVATE_KEY },
    { type: pkcs11js.CKA_LABEL, value: label },
  ]);
  const [key] = module.C_FindObjects(session, 1);
  module.C_FindObjectsFinal(session);
  if (!key) throw new Error(`the token has no private key with the label ${label}`);
  return key;
}
