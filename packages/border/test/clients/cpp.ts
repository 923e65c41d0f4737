import { cpp as toolchain } from "../../../repo/src/run/cpp.ts";
import { type Language, ofTheMachine } from "./client.ts";

export const cpp: Language = {
  name: "C++",
  folder: "cpp",
  needs: toolchain,
  clients: [
    {
      ...{ name: "libcurl", version: ofTheMachine, over: "HTTP/2" },
      argv: ["./with_libcurl"],
      refused: "Couldn't resolve host name",
    },
    {
      ...{ name: "Boost.Beast", version: ofTheMachine, over: "WebSocket", thorough: true },
      argv: ["./with_beast"],
      refused: "Host not found",
    },
  ],
  async prepare({ run, isThorough }) {
    await run("g++", "-std=c++20", "with_libcurl.cpp", "-lcurl", "-o", "with_libcurl");
    if (isThorough) await run("g++", "-std=c++20", "with_beast.cpp", "-lssl", "-lcrypto", "-o", "with_beast");
  },
};
