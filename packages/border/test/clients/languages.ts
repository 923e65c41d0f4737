import { cpp } from "./cpp.ts";
import { csharp } from "./csharp.ts";
import { curl } from "./curl.ts";
import { haskell } from "./haskell.ts";
import { java } from "./java.ts";
import { node } from "./node.ts";
import { python } from "./python.ts";
import { rust } from "./rust.ts";

export const languages = [curl, python, node, rust, cpp, csharp, java, haskell];
