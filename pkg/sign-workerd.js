// Signed files, for runtimes whose WebCrypto has Ed25519.

export * from "./api/sign/index.js";
