// A worker that signs and verifies, for tests/js/sign/vectors.test.mjs.

import { answersOf, roundTrip } from "./sign-page.js";

export default {
  async fetch(request) {
    const { vectors, names } = await request.json();
    return Response.json({ trip: await roundTrip(), answers: await answersOf(vectors, names) });
  },
};
