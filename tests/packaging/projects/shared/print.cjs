const { answers } = require("./answers.cjs");

answers().then((found) => console.log(JSON.stringify(found)));
