import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

/**
 * Makes an authority (`authority.pem`) and a certificate of it for these names (`certificate.pem`, `key.pem`). A certificate
 * that signs itself would not do: some clients refuse one that could sign others as that of a server.
 */
export function makeCertificates(folder: string, names: readonly string[]): void {
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  const extensions = [
    "basicConstraints = CA:FALSE",
    "authorityKeyIdentifier = keyid",
    "keyUsage = digitalSignature",
    "extendedKeyUsage = serverAuth",
    `subjectAltName = ${names.map((name) => `DNS:${name}`).join(",")}`,
  ];
  writeFileSync(join(folder, "extensions"), extensions.join("\n"));
  const authority = ["-keyout", "authority-key.pem", "-out", "authority.pem"];
  openssl("req", "-x509", ...key, "-days", "2", "-subj", "/CN=Authority of the test", ...authority);
  openssl("req", "-new", ...key, "-subj", `/CN=${names[0]}`, "-keyout", "key.pem", "-out", "request.pem");
  openssl(
    ...["x509", "-req", "-in", "request.pem", "-days", "2", "-extfile", "extensions"],
    ...["-CA", "authority.pem", "-CAkey", "authority-key.pem", "-CAcreateserial", "-out", "certificate.pem"],
  );
}
