import { type ChangeEvent, useRef, useState } from "react";
import { isDisposable, load } from "./disposable";

const HINT = "This looks like a disposable address. Please use one that you'll keep.";

export function EmailField() {
  const [hint, setHint] = useState("");
  const latest = useRef("");

  async function check({ currentTarget: { value, validity } }: ChangeEvent<HTMLInputElement>) {
    latest.current = value;
    setHint("");
    if (!value || !validity.valid) return;
    const disposable = await isDisposable(value);
    if (disposable && value === latest.current) setHint(HINT);
  }

  return (
    <>
      <label htmlFor="email">Email</label>
      <input id="email" name="email" type="email" required autoComplete="email" aria-describedby="email-hint" onFocus={load} onChange={check} />
      <p id="email-hint" role="status">
        {hint}
      </p>
    </>
  );
}
