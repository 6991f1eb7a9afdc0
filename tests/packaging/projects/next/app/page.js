"use client";

import { useEffect, useState } from "react";
import { answers } from "../answers.mjs";

export default function Page() {
  const [text, setText] = useState("");
  useEffect(() => {
    answers().then((found) => setText(JSON.stringify(found)), (error) => setText(String(error)));
  }, []);
  return <p id="answers">{text}</p>;
}
