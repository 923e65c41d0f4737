import { relative } from "node:path";
import { root } from "./root.ts";
import { folder, pictures } from "./screenshots/pictures.ts";
import { takePictures } from "./screenshots/take.ts";

// Takes the pictures of the README from the running demo.
try {
  await takePictures(folder);
  for (const { file } of pictures) console.log(`wrote ${relative(root, folder)}/${file}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
