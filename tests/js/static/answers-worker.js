// A worker that answers for runtimes.slow.test.mjs.

import { answersOf } from "./answers.js";

export default {
  async fetch(request) {
    const { file, by, count } = await request.json();
    return Response.json(answersOf(file, by, count));
  },
};
