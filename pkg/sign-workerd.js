// Dumps that are signed, where WebCrypto has Ed25519.

export * from "./api/sign/index.js";
