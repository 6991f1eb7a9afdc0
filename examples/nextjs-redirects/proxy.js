import { FilterReader } from "edgebloom/reader";
import { NextResponse } from "next/server";
import { findRedirect } from "./find-redirect.js";
import base64 from "./moved.js";

const moved = FilterReader.fromBase64(base64);

export async function proxy(request) {
  const { pathname, search } = request.nextUrl;
  const target = moved.has(pathname) && (await findRedirect(pathname));
  if (!target) return NextResponse.next();
  const url = new URL(target, request.url);
  url.search ||= search;
  return NextResponse.redirect(url, 308);
}

export const config = { matcher: "/((?!_next/).*)" };
