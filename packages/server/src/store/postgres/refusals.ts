import pg from "pg";
import {
  StoreIncompleteError,
  StoreInUseError,
  StoreNewerError,
  StoreOlderError,
  StoreUnusableError,
} from "../unusable.ts";
import { certificateRefused, isOfCertificate } from "./certificate.ts";
import { isFull, textOf } from "./errors.ts";
import { PasswordMissingError } from "./password-file.ts";

/** Which server, and as whom. */
export type Place = Pick<pg.Client, "host" | "port" | "user" | "database" | "ssl">;

const own = [
  ...[StoreIncompleteError, StoreInUseError, StoreNewerError, StoreOlderError],
  StoreUnusableError,
];

/** Returns the error of a start that failed at the server: what happened, and what to do about it. */
export function refusalOfStart(error: unknown, place: Place): Error {
  if (own.some((kind) => error instanceof kind)) return error as Error;
  return new StoreUnusableError(reasonOf(error, place), error);
}

/** How a database is created that can be used. */
export const creating = (user: string | undefined, database: string | undefined): string =>
  `createdb --template template0 --encoding UTF8 --owner ${user} ${database}`;

/** How a user that may not use a database gets one of its own. */
export const creatingOwn = (user: string | undefined, database: string | undefined): string =>
  creating(user, database === "botyard" ? "botyard_records" : "botyard");

/** What to do about it, without the last full stop. */
export const useOwn = (user: string | undefined, database: string | undefined): string =>
  `Create a database that belongs to it, and name that one in PLATFORM_DATABASE_URL: ${creatingOwn(user, database)}`;

const onlyTrusted = "only on a network that you trust, leave sslmode out of PLATFORM_DATABASE_URL";

/** Returns what went wrong and what to do. The messages of the server and of the library have no password. */
export function reasonOf(error: unknown, place: Place): string {
  const { host, port, user, database } = place;
  const { code = "" } = (error ?? {}) as { code?: string };
  const message = textOf(error).replace(/\.$/, "");
  const server = `The server ${host}:${port}`;
  if (code === "28000" && /no encryption/.test(message))
    return `${server} refused the user ${user}: ${message}. Add ?sslmode=require to PLATFORM_DATABASE_URL`;
  if (code === "28000" && /SSL encryption/.test(message))
    return `${server} refused the user ${user}: ${message}. Allow it to use SSL in pg_hba.conf (host or hostssl); ${onlyTrusted}`;
  if (["28P01", "28000"].includes(code))
    return `${server} refused the user ${user}: ${message}. Check the user, the password and pg_hba.conf`;
  if (error instanceof PasswordMissingError)
    return `${server} asks for the password of the user ${user}. ${error.next}`;
  if (code === "3D000")
    return `${server} has no database ${database}. Check the name in PLATFORM_DATABASE_URL, or create the database: ${creating(user, database)}`;
  if (isFull(error)) return `${server} has no space left: ${message}. Free space on its machine`;
  if (code === "53300")
    return `${server} has no free connection: ${message}. End other clients, or raise max_connections or the limit of the user or the database`;
  if (code === "42501" && /for database/.test(message))
    return `The user ${user} may not use the database ${database}: ${message}. ${useOwn(user, database)}`;
  if (code === "42501")
    return `The user ${user} may not use what it needs in the database ${database}: ${message}. Make it the owner of the tables of the platform`;
  if (/does not support SSL/.test(message))
    return `${server} has no SSL, which sslmode requires. Turn it on at the server (ssl = on, with ssl_cert_file and ssl_key_file); ${onlyTrusted}`;
  if (isOfCertificate(code)) return certificateRefused(error, place);
  if (error instanceof pg.DatabaseError && !/^(57|08)/.test(code))
    return `${server} refused what the store needs: ${message}. Check PLATFORM_DATABASE_URL and the log of the server`;
  if (["ENOTFOUND", "EAI_AGAIN"].includes(code))
    return `The host ${host} is not known: ${message}. Check the host in PLATFORM_DATABASE_URL`;
  return `${server} cannot be reached: ${message}. Check that it runs and listens there`;
}
