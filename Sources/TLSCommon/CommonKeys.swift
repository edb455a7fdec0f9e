package import NIOSSL

extension TLSConfiguration {
  /// Accepts certificates with all common kinds of keys: RSA, P-256, P-384, and the two that BoringSSL leaves out of
  /// its own list, Ed25519 and P-521.
  package mutating func acceptCommonKeys() {
    verifySignatureAlgorithms = [
      .ecdsaSecp256R1Sha256, .rsaPssRsaeSha256, .rsaPkcs1Sha256, .ecdsaSecp384R1Sha384, .rsaPssRsaeSha384,
      .rsaPkcs1Sha384, .rsaPssRsaeSha512, .rsaPkcs1Sha512, .ed25519, .ecdsaSecp521R1Sha512,
    ]
    curves = [.x25519_MLKEM768, .x25519, .secp256r1, .secp384r1, .secp521r1]
  }
}
