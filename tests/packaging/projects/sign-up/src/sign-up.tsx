import { useState } from "react";
import { disposable } from "./disposable.ts";

export function SignUp() {
  const [address, setAddress] = useState("");
  const isDisposable = address.includes("@") && disposable.has(address);
  return (
    <form>
      <label>
        Email <input type="email" value={address} onChange={(event) => setAddress(event.target.value)} />
      </label>
      <p id="answers">{isDisposable ? "Please use another address." : "OK"}</p>
    </form>
  );
}
