// For servers that cannot be told to take any port that is free.

import { createServer } from "node:net";

/**
 * A port of 127.0.0.1 that nobody has taken yet.
 * @returns {Promise<number>}
 */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
