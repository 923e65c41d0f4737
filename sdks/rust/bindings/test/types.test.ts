import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { native } from "./cores.ts";

test("the declarations of the packages are those that were agreed; a change is one of the interface", async ({
  skip,
}) => {
  skip(native.whyNot !== undefined, native.whyNot);
  await native.build();
  const dist = join(native.folder, "dist");
  const declarations = readdirSync(dist)
    .filter((file) => file.endsWith(".d.ts") && file !== "engine.d.ts")
    .sort()
    .map((file) => `// ${file}\n${readFileSync(join(dist, file), "utf8")}`);
  await expect(declarations.join("\n")).toMatchFileSnapshot("types.d.ts.txt");
});
