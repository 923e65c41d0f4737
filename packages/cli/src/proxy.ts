import type { ApiError } from "@botyard/client";
import { packageLimits } from "@botyard/manifest";
import { exitCodes } from "./exit-codes.ts";
import { Failure } from "./failure.ts";
import { clean } from "./output/clean.ts";

const mebibyte = 1024 * 1024;

/** Explains an answer that is not the platform's: it is that of a proxy in front of it, or of another server. */
export function byProxy(error: ApiError): Failure {
  const { status, requestId, sentBytes = 0 } = error;
  const mayBeTooLarge = status === 413 || (status === 502 && sentBytes > 0 && isOf(error, "caddy"));
  return new Failure(exitCodeOf(status), clean(error.message), {
    details: [
      ...(mayBeTooLarge ? [`size of the request's body: ${sentBytes} bytes`] : []),
      ...(requestId ? [`request_id: ${clean(requestId)}`] : []),
    ],
    next: [...(mayBeTooLarge ? larger(error) : []), ...(status === 413 ? [] : others(error))],
    cause: error,
  });
}

function exitCodeOf(status: number) {
  if (status === 413) return exitCodes.invalid;
  if (status === 401 || status === 403) return exitCodes.auth;
  return [502, 503, 504].includes(status) ? exitCodes.unreachable : exitCodes.failure;
}

/** Whether a server answered, or one that does not tell its name. */
const isOf = ({ server }: ApiError, name: string) => server?.toLowerCase().startsWith(name) ?? true;

/** The directives that allow the body: as much as a package may have, unless the body has more. */
function larger(error: ApiError): string[] {
  const mebibytes = Math.ceil(Math.max(packageLimits.compressedBytes, error.sentBytes ?? 0) / mebibyte);
  const own = [
    ["nginx", `client_max_body_size ${mebibytes}m;`],
    ["Caddy", `request_body { max_size ${mebibytes}MiB }`],
  ] as const;
  const known = own.filter(([name]) => isOf(error, name.toLowerCase()));
  return (known.length > 0 ? known : own).map(
    ([name, directive]) =>
      `raise the proxy's limit for bodies to PLATFORM_UPLOAD_BYTES of the platform, in ${name}: ${directive}`,
  );
}

function others(error: ApiError): string[] {
  const { status } = error;
  if (status === 502 || status === 503)
    return ["check that the platform runs, and that the proxy passes requests on to its address and port"];
  if (status === 504 && isOf(error, "nginx"))
    return ["raise the time that the proxy waits for the platform, in nginx: proxy_read_timeout 180s;"];
  if (status === 504) return ["raise the time that the proxy waits for the platform"];
  return ["platform auth status    (shows the address that is used)"];
}
