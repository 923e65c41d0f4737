import { cargo } from "../../../repo/src/run/rust.ts";
import { type Language, pinned } from "./client.ts";

const versionOf = (crate: string) =>
  pinned("rust/Cargo.lock", new RegExp(`^name = "${crate}"\\nversion = "(.+)"`, "m"));

export const rust: Language = {
  name: "Rust",
  folder: "rust",
  needs: cargo,
  clients: [
    {
      ...{ name: "reqwest", version: versionOf("reqwest"), over: "HTTP/2", thorough: true },
      argv: ["target/debug/with_reqwest"],
      refused: "dns error",
    },
    {
      ...{
        name: "tokio-tungstenite",
        version: versionOf("tokio-tungstenite"),
        over: "WebSocket",
        thorough: true,
      },
      argv: ["target/debug/with_tungstenite"],
      refused: "failed to lookup address",
    },
    {
      ...{ name: "rustls with ECH", version: versionOf("rustls"), over: "HTTP/1.1", thorough: true },
      argv: ["target/debug/with_encrypted_hello", "evil.test"],
      refused: "reset",
      reason: "encrypted_hello",
    },
  ],
  async prepare({ run, isThorough }) {
    if (isThorough) await run("cargo", "build", "--locked");
  },
};
