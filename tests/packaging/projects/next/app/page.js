"use client";

import { useEffect, useState } from "react";
import { answers } from "../answers.mjs";

export default function Page() {
  const [text, setText] = useState("");
  useEffect(() => setText(JSON.stringify(answers())), []);
  return <p id="answers">{text}</p>;
}
