// What depends on where the package runs. Each entry of `edgebloom/live` says it once.

/**
 * True where code runs for a request and not beyond it, as in Cloudflare workers: there are no timers between requests,
 * and one request cannot wait for what another has asked for.
 */
export let perRequest = false;

export function usePerRequest() {
  perRequest = true;
}
