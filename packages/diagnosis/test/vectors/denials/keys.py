"""The keys of the set: throw-away keys of keys.json, and P-256 keys from a fixed number."""

import json
import pathlib
from base64 import b64decode
from dataclasses import dataclass

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519

FILES = json.loads((pathlib.Path(__file__).parent.parent / "keys.json").read_text())


@dataclass(frozen=True)
class Key:
    id: str
    private: object

    @property
    def public_pem(self) -> str:
        form = (serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
        return self.private.public_key().public_bytes(*form).decode()


def of_file(key_id: str, file: str) -> Key:
    return Key(key_id, serialization.load_pem_private_key(b64decode(FILES[file]), None))


def p256(key_id: str, number: int) -> Key:
    return Key(key_id, ec.derive_private_key(number, ec.SECP256R1()))


RSA = of_file("K2JCJMDEHXQW5F", "rsa2048.pkcs8.pem")
RSA_B = of_file("K36X4X2EO997HM", "rsa2048-b.pkcs8.pem")
EC = of_file("K1P6ECKEYHTR2Z", "ecp256.pkcs8.pem")
EC_B = p256("K3D5EWEUDCCXON", 0x5EC0_0D_0F_7415_5E7_0F_BAD_4E09E575)
# What the key group does not have.
RSA_OUTSIDE = of_file("KOUTSIDE42RSA7", "rsa2048-e3.pkcs8.pem")
EC_OUTSIDE = p256("KOUTSIDE42P256", 0x0715_0F_0F_7415_64009_15_0475_1DE)
# Keys that CloudFront does not take.
RSA_4096 = of_file("KRSA4096SIZED0", "rsa4096.pkcs8.pem")
EC_384 = of_file("KP384CURVE0000", "ecp384.pkcs8.pem")
ED25519 = Key("KED25519000000", ed25519.Ed25519PrivateKey.from_private_bytes(bytes(range(32))))

GROUP = {key.id: key for key in (RSA, RSA_B, EC, EC_B)}
