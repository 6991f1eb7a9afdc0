import { createRoot } from "react-dom/client";
import { SignUp } from "./sign-up.tsx";

createRoot(document.querySelector("#root")!).render(<SignUp />);
