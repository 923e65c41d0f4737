import type { Labels } from "../labels/labels.ts";
import { type Network, networkWords } from "../network/network.ts";
import { leastResources, type Resources } from "../resources/resources.ts";

/** What every row of the table of settings says. */
interface Common {
  /** What it is called where people read it. */
  title: string;
  /** What it means, its default and its bounds, in at most two sentences. */
  description: string;
  /** Every instance must have it. */
  isRequired?: true;
  /** Only for bots of this execution model. */
  only?: "scheduled";
  /** A change of it replaces the process of a running realtime bot. */
  replaces?: true;
}

interface Text extends Common {
  kind: "text";
  /** A value, shown where nothing is entered yet. */
  example?: string;
}

/** One of some words, with the meaning of each. */
interface Choice extends Common {
  kind: "choice";
  words: Readonly<Record<string, string>>;
  default: string;
}

interface Seconds extends Common {
  kind: "seconds";
  maximum: number;
  /** `platform`: what the operator has set. */
  default: number | "platform";
  example: number;
}

/** An object that is checked against the schema of the custom bot. */
interface Config extends Common {
  kind: "config";
}

/** A word, or an object with lists of hosts and local services. */
interface NetworkRow extends Common {
  kind: "network";
}

/** An object with sizes and numbers. */
interface ResourcesRow extends Common {
  kind: "resources";
}

/** An object of short texts. */
interface LabelsRow extends Common {
  kind: "labels";
}

export type SettingRow = Text | Choice | Seconds | NetworkRow | ResourcesRow | LabelsRow | Config;

/** The type of the value of a row. */
export type ValueOf<Row extends SettingRow> = Row extends Choice
  ? keyof Row["words"] & string
  : Row extends Seconds
    ? number
    : Row extends NetworkRow
      ? Network
      : Row extends ResourcesRow
        ? Resources
        : Row extends LabelsRow
          ? Labels
          : Row extends Config
            ? Record<string, unknown>
            : string;

/** What the rules for names are is checked by {@link readNetwork}, whose errors say more. */
const networkObject = {
  type: "object",
  additionalProperties: false,
  properties: {
    hosts: { type: "array", items: { type: "string" } },
    local: { type: "array", items: { type: "string" } },
    queries: { enum: ["none"] },
  },
};

/** Sizes are checked by {@link readResources}. */
const resourcesObject = {
  type: "object",
  additionalProperties: false,
  properties: {
    memory: { type: "string", examples: ["512MiB"] },
    cpus: { type: "number", minimum: leastResources.cpus },
    processes: { type: "integer", minimum: leastResources.processes },
    disk: { type: "string", examples: ["2GiB"] },
  },
};

/** Returns the JSON Schema of a setting's value in requests and answers. */
export function schemaOfSetting(row: SettingRow): { description: string; [keyword: string]: unknown } {
  const { description } = row;
  switch (row.kind) {
    case "text":
      return { type: "string", description, ...(row.example !== undefined && { examples: [row.example] }) };
    case "choice":
      return { enum: Object.keys(row.words), description };
    case "seconds":
      return { type: "integer", minimum: 1, maximum: row.maximum, description };
    case "network":
      return { anyOf: [{ enum: [...networkWords] }, networkObject], description };
    case "resources":
      return { ...resourcesObject, description };
    case "labels":
      // Keys and texts are checked by readLabels.
      return { type: "object", additionalProperties: { type: "string" }, description };
    case "config":
      return { type: "object", additionalProperties: true, description };
  }
}
