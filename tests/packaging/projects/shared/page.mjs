import { answers } from "./answers.mjs";

const show = (text) => (document.querySelector("#answers").textContent = text);
answers().then((found) => show(JSON.stringify(found)), show);
