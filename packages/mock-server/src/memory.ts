import type {
  Actor,
  Bot,
  BotRevision,
  ConnectionRow,
  DeviceRow,
  Dropped,
  KeyRow,
  LogRecord,
  MetricRecord,
  Run,
  SecretRow,
  SecretValueRow,
  SessionRow,
  StatusEvent,
  StoredCut,
  UserRow,
  VersionRow,
} from "@botyard/server/building-blocks";

/** A named secret with the encrypted values of its versions. */
export interface KeptSecret {
  row: SecretRow;
  values: SecretValueRow[];
  isDeleted: boolean;
}

/** What a bot has put out. */
export interface Output {
  logs: LogRecord[];
  metrics: MetricRecord[];
  status: StatusEvent[];
  dropped: Dropped;
  /** The last number of each channel; also if its records were removed. */
  last: { logs: number; metrics: number; status: number };
}

export interface KeptRequest {
  method: string;
  path: string;
  requestHash: string;
  at: string;
  answer?: { status: number; headers: Record<string, string>; body: string };
}

/** A content that a user has sent. */
export interface KeptFile {
  bytes: number;
  /** How many versions of the user have it. */
  versions: number;
}

/** The data of a mock platform. */
export class Memory {
  readonly users: UserRow[] = [];
  readonly keys = new Map<string, KeyRow>();
  readonly sessions = new Map<string, SessionRow>();
  /** By their hashes. */
  readonly links = new Map<string, { user_id: string; expires_at: string }>();
  readonly devices = new Map<string, DeviceRow>();
  readonly versions: VersionRow[] = [];
  /** Contents of packages, by owner and SHA-256. */
  readonly files = new Map<string, Map<string, KeptFile>>();
  /** In the order of their creation; with deleted ones. */
  readonly bots = new Map<string, Bot>();
  /** By bot, in order. */
  readonly revisions = new Map<string, BotRevision[]>();
  /** Who asked for the last change of each bot. */
  readonly askedBy = new Map<string, Actor>();
  /** By id. */
  readonly runs = new Map<string, Run>();
  readonly #outputs = new Map<string, Output>();
  /** By owner and key. */
  readonly requests = new Map<string, KeptRequest>();
  /** By owner and name; with deleted ones. */
  readonly secrets = new Map<string, KeptSecret>();
  /** What is cut in the networks of bots. */
  cuts: StoredCut[] = [];
  /** What bots have connected to, by bot. */
  readonly connections = new Map<string, ConnectionRow[]>();
  /** Bytes of values by bot and key. */
  readonly states = new Map<string, Map<string, { bytes: Uint8Array; updated_at: string }>>();

  outputOf(botId: string): Output {
    const found = this.#outputs.get(botId);
    if (found) return found;
    const made: Output = {
      ...{ logs: [], metrics: [], status: [] },
      dropped: { metrics: 0, log_lines: 0 },
      last: { logs: 0, metrics: 0, status: 0 },
    };
    this.#outputs.set(botId, made);
    return made;
  }
}
