import { email } from "edgebloom/keys";
import { fetchFilter } from "edgebloom/reader";

let filter;

export default async (request) => {
  const address = (await request.formData()).get("email") ?? "";
  filter ??= await fetchFilter("https://www.example.com/disposable.bloom", { keys: email });
  if (!address.includes("@") || filter.has(address))
    return new Response("Please use another address.", { status: 422 });
  return new Response("Welcome!"); // Create the account here.
};

export const config = { path: "/sign-up" };
