// A worker for runtimes.slow.test.mjs that returns the answers of a file.

import { answersOf } from "./answers.js";

export default {
  async fetch(request) {
    const { file, by, count } = await request.json();
    return Response.json(answersOf(file, by, count));
  },
};
