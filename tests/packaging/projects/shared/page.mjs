import { answers } from "./answers.mjs";

document.querySelector("#answers").textContent = JSON.stringify(answers());
