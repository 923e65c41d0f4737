import { disagreements } from "./agree.ts";

declare const Count: number;
declare const Seed: number;
declare const document: { title: string };

// The bundler leaves this import to the browser.
const address = "/node_modules/@botyard/core-wasm/dist/web.js";
const { load } = await import(address);
const found = disagreements(await load(), Count, Seed);
document.title = found.length === 0 ? "agreed" : found.join("\n");
