let targets;

/** Stands for a query to your database. */
export async function findRedirect(path) {
  console.log(`lookup: ${path}`);
  if (!targets) {
    const { default: redirects } = await import("./redirects.json");
    targets = new Map(redirects.map(({ from, to }) => [from, to]));
  }
  return targets.get(path);
}
