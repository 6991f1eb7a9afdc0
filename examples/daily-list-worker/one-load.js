let loadingSince = 0;

/** True if the list is there. If it isn't, one request loads it, and the others get false. */
export async function isLoaded(filter, context) {
  if (filter.current) return true;
  if (Date.now() - loadingSince < 10_000) return false;
  loadingSince = Date.now();
  const loading = filter.ready();
  context.waitUntil(loading.catch(() => {})); // goes on if this client disconnects; onError gets the error
  try {
    await loading;
    return true;
  } finally {
    loadingSince = 0;
  }
}
