import { email } from "edgebloom/keys";
import { LiveFilter } from "edgebloom/live";

const filter = new LiveFilter("https://www.example.com/disposable.bloom", { keys: email, timeout: 5_000 });

async function isDisposable(address) {
  await filter.ready(); // without the file, it throws: status 500
  await filter.refreshIfDue(); // every 15 minutes
  return filter.has(address);
}

export default async (request) => {
  const address = (await request.formData()).get("email") ?? "";
  if (!address.includes("@") || (await isDisposable(address)))
    return new Response("Please use another address.", { status: 422 });
  return new Response("Welcome!"); // Create the account here.
};

export const config = { path: "/sign-up" };
