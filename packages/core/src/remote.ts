/**
 * Signers for private keys that stay in another system: AWS KMS, a PKCS#11 device, another service.
 *
 * @module
 */
export type { HashAlgorithm, KeyType } from "./key/algorithm.ts";
export type { WebCryptoKey } from "./key/crypto-key.ts";
export type { Jwk } from "./key/jwk.ts";
export type { NodeKeyObject } from "./key/key-object.ts";
export type { PublicKeySource } from "./key/public-key.ts";
export type { RemoteSigner, RemoteSignOptions } from "./key/remote-signer.ts";
export type { AnyAbortSignal, PlatformAbortSignal } from "./options/abort-signal.ts";
export type {
  ClientEvent,
  CloudFrontEvent,
  GrantHandlerEvent,
  LoadedKeyEvent,
  OnEvent,
  RemoteKeyEvent,
  ServerEvent,
  SignerEvent,
} from "./options/events.ts";
export type { Duration } from "./policy/duration.ts";
export {
  type AwsKmsKeyOptions,
  type AwsKmsSignInput,
  type AwsKmsSigningAlgorithm,
  type AwsKmsSignOutput,
  awsKmsKey,
} from "./remote/aws-kms-key.ts";
export type { RemoteCallOptions } from "./remote/call-options.ts";
export { type Pkcs11KeyOptions, type Pkcs11SignInput, pkcs11Key } from "./remote/pkcs11-key.ts";
export type { RemoteCall } from "./remote/remote-calls.ts";
export { type RemoteKeyOptions, remoteKey } from "./remote/remote-key.ts";
