import { beforeAll, beforeEach, describe } from "vitest";
import { nativeCore, wasmCore } from "../../../../packages/repo/src/build/compiled-cores.ts";
import type { Core } from "../src/core.ts";

// vitest declares tests before any of them runs, so that the reasons are needed at once.
export const native = { ...nativeCore, whyNot: await nativeCore.whyNot() };
export const wasm = { ...wasmCore, whyNot: await wasmCore.whyNot() };

/** Declares tests for each compiled core. Where a core cannot be built, its tests are listed with the reason. */
export function describeCores(declare: (coreNow: () => Core) => void): void {
  describe.each([native, wasm])("$name", ({ build, load, whyNot }) => {
    let core: Core;
    beforeAll(async () => {
      if (whyNot !== undefined) return;
      await build();
      core = (await load()) as Core;
    });
    beforeEach(({ skip }) => skip(whyNot !== undefined, whyNot));
    declare(() => core);
  });
}
