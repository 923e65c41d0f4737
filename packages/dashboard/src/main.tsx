import { render } from "preact";
import { App } from "./app/app.tsx";
import { begin } from "./app/begin.ts";

await begin();
render(<App />, document.getElementById("app")!);
