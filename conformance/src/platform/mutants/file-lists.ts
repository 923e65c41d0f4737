import { type Json, Num, write } from "../../json/index.ts";
import { type Asked, is, type PlatformMutant } from "./mutant.ts";

const list = /^\/api\/v1\/custom-bots\/file-list$/;
const contents = /^\/api\/v1\/custom-bots\/files$/;

/** The digests of a list. */
const listed = ({ body }: Asked): Json[] =>
  [...body.toString().matchAll(/"([0-9a-f]{64})"\]/g)].map(([, sha256]) => sha256!);

/** Mistakes with lists of files and their contents. */
export const fileListMutants: PlatformMutant[] = [
  {
    id: "contents-of-anybody",
    what: "Contents that another user has uploaded are not missing.",
    killers: ["packages.contents-belong-to-a-user"],
    async answer(asked, answered, { memory, send }) {
      if (is(asked, "POST", contents) && answered.status === 200) memory.set("sent", asked.body);
      const body = memory.get("sent") as Buffer | undefined;
      if (!is(asked, "POST", list) || answered.code !== "files_missing" || !body) return;
      const headers: Record<string, string> = { ...asked.headers, "content-type": "application/gzip" };
      delete headers["content-length"];
      delete headers["x-content-sha256"];
      await send({ ...asked, path: asked.path.replace("file-list", "files"), headers, body });
      answered.become(await send(asked));
    },
  },
  {
    id: "first-missing-only",
    what: "Only the first of the missing contents is named.",
    killers: ["packages.by-list", "packages.contents-belong-to-a-user"],
    answer(asked, answered) {
      if (!is(asked, "POST", list)) return;
      answered.edit((json) => {
        const missing = json.get("missing");
        if (Array.isArray(missing)) json.set("missing", missing.slice(0, 1));
      });
    },
  },
  {
    id: "everything-is-missing",
    what: "All contents of a list are missing if one of them is.",
    killers: ["packages.only-what-is-missing"],
    answer(asked, answered) {
      if (!is(asked, "POST", list) || answered.code !== "files_missing") return;
      answered.edit((json) => json.set("missing", [...new Set(listed(asked))]));
    },
  },
  {
    id: "missing-as-often-as-listed",
    what: "Missing contents are named once for each file that has them.",
    killers: ["packages.by-list"],
    answer(asked, answered) {
      if (!is(asked, "POST", list) || answered.code !== "files_missing") return;
      answered.edit((json) => {
        const missing = (json.get("missing") ?? []) as Json[];
        json.set(
          "missing",
          listed(asked).filter((one) => missing.includes(one)),
        );
      });
    },
  },
  {
    id: "refused-contents-are-accepted",
    what: "Contents that are not what their name says are said to be kept.",
    killers: ["packages.hostile-contents"],
    answer(asked, answered) {
      if (!is(asked, "POST", contents) || answered.code !== "package_invalid") return;
      answered.status = 200;
      answered.headers["content-type"] = "application/json; charset=utf-8";
      const one = new Num("1");
      answered.text = write(
        new Map([
          ["files", one],
          ["bytes", one],
        ]),
      );
    },
  },
  {
    id: "listed-content-is-created-again",
    what: "The list of a version that exists is answered with 201.",
    killers: ["packages.by-list", "packages.list-and-archive-are-one-version"],
    answer(asked, answered) {
      if (is(asked, "POST", list) && answered.status === 200) answered.status = 201;
    },
  },
  {
    id: "digest-of-a-list-is-ignored",
    what: "X-Content-SHA256 of a list is ignored.",
    killers: ["packages.digest-of-the-list"],
    ask(asked) {
      if (is(asked, "POST", list)) delete asked.headers["x-content-sha256"];
    },
  },
  {
    id: "versions-are-overwritten-by-lists",
    what: "A list of other content under the same version is said to be accepted.",
    killers: ["packages.other-content-by-list"],
    async answer(asked, answered, { send }) {
      if (!is(asked, "POST", list) || answered.code !== "version_exists") return;
      const path = "/api/v1/custom-bots/conformance-mute";
      answered.become(await send({ ...asked, method: "GET", path, body: Buffer.alloc(0) }));
    },
  },
];
