const { answers } = require("./answers.cjs");

console.log(JSON.stringify(answers()));
