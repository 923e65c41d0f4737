import { Type } from "typebox";
import { Isolation } from "./key.ts";
import { Exactly, named, Time } from "./named.ts";
import { orNull } from "./overview.ts";

const part = Exactly({
  name: Type.Enum(["store", "disk", "data_folder", "isolation", "secrets", "backup"] as const),
  status: Type.Enum(["ok", "failing"] as const),
  detail: orNull(Type.String({ description: "Why it fails." })),
});

const limit = Exactly({
  name: Type.String(),
  setting: Type.String({ description: "Environment variable of the platform that sets it." }),
  value: Type.Number(),
  default: Type.Number(),
  unit: Type.String(),
});

const commitment = Exactly({
  name: Type.Enum(["memory", "cpus", "disk"] as const),
  unit: Type.Enum(["bytes", "cores"] as const),
  committed: Type.Number({ description: "What the bots that should run may use together." }),
  available: Type.Number({ description: "What the machine has, or the container of the platform." }),
  detail: orNull(Type.String({ description: "Says that more is committed than available." })),
});

const interpreter = Exactly({
  runtime: Type.String({ description: "Id of the runtime." }),
  implementation: Type.Enum(["cpython", "pypy", "node"] as const),
  version: Type.String(),
  abi: Type.String({
    description: "ABI tag of Python, such as `cp311`, or the number of Node's module interface.",
  }),
});

const target = Exactly(
  {
    os: Type.Enum(["linux"] as const),
    architecture: Type.String({ description: "Node's name of it, such as `x64`." }),
    libc: Type.Enum(["glibc", "musl"] as const),
    libc_version: Type.String(),
    interpreters: Type.Array(interpreter),
  },
  { description: "What bots run on; compiled files of a package must fit it." },
);

export const SystemDocument = named(
  "System",
  Exactly({
    version: Type.String(),
    started_at: Time("Time at which the platform started."),
    isolation: Isolation,
    health: Type.Array(part),
    limits: Type.Array(limit, { description: "The settings that limit something." }),
    commitments: Type.Array(commitment),
    target,
    backup: Exactly({
      last: orNull(
        Exactly({ created_at: Time("What was acknowledged before is in it."), bytes: Type.Integer() }),
      ),
      next_at: orNull(Time("Time of the next scheduled backup.")),
    }),
    data_dir: Type.Optional(Type.String({ description: "The data folder; shown to admins." })),
  }),
);
