"""Certificates made on the spot, for servers that need one and clients that must or must not believe it.

Used by the egress tests; nothing here is fit for anything but a test.
"""

import ssl
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

__all__ = ["Certificate"]


@dataclass
class Certificate:
    """A self-signed certificate in a PEM file with its key; `asked` are the names clients asked for (SNI)."""

    file: Path
    pem: str
    asked: list[str] = field(default_factory=list)

    @classmethod
    def make(cls, folder: Path, host: str) -> "Certificate":
        """Make a certificate for `host`."""
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
        now = datetime.now(UTC)
        certificate = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=1))
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .sign(key, SHA256())
        )
        pem = certificate.public_bytes(Encoding.PEM).decode()
        file = folder / f"{host}.pem"
        secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
        file.write_text(pem + secret, encoding="ascii")
        return cls(file=file, pem=pem)

    def server(self) -> ssl.SSLContext:
        """The context of a server that shows this certificate."""

        def note(_: object, name: str, __: object) -> None:
            self.asked.append(name)

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.file)
        context.sni_callback = note
        return context

    def client(self) -> ssl.SSLContext:
        """The context of a client that believes this certificate and no other."""
        return ssl.create_default_context(cadata=self.pem)
