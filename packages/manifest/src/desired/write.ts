import { Document, isNode } from "yaml";
import type { Path } from "../documents/pointer.ts";
import type { InstanceConfig } from "../settings/instance.ts";
import type { Desired } from "./read.ts";

/** One instance to be written, with remarks beside its values. */
export interface DesiredText {
  instance: InstanceConfig;
  desired?: Desired;
  remarks?: readonly { path: Path; text: string }[];
}

/** Writes a file that {@link checkDesired} reads: one instance, or a list of them, as YAML. */
export function desiredText(given: DesiredText | readonly DesiredText[], head?: string): string {
  const list = "instance" in given ? [given] : given;
  const values = list.map(({ instance: { config, ...others }, desired }) => ({
    ...others,
    ...(desired && { desired }),
    config,
  }));
  const document = new Document("instance" in given ? values[0] : values, {
    // Other readers may take `no` and `1:30` for what they were in YAML 1.1.
    compat: "yaml-1.1",
    aliasDuplicateObjects: false,
  });
  for (const [index, { remarks = [] }] of list.entries())
    for (const { path, text } of remarks) {
      const node = document.getIn("instance" in given ? path : [index, ...path], true);
      if (isNode(node)) node.comment = ` ${text}`;
    }
  if (head !== undefined) document.commentBefore = head.replaceAll(/^/gm, " ");
  return document.toString({ lineWidth: 0 });
}
