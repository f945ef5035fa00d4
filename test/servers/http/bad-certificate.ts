/** Https with a certificate that is self-signed, expired, or for another host; made afresh with openssl. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listen, type RunningServer } from "./listen.ts";

export interface TestCertificates {
  /** Of the authority that signed `expired` and `otherHost`; to be trusted by the test. */
  readonly authority: string;
  readonly selfSigned: KeyPair;
  readonly expired: KeyPair;
  readonly otherHost: KeyPair;
}

export interface KeyPair {
  readonly key: string;
  readonly cert: string;
}

export async function startBadCertificate(pair: KeyPair): Promise<RunningServer> {
  return listen((_request, response) => void response.end("unreachable"), {
    tls: { key: pair.key, cert: pair.cert },
  });
}

/** Undefined when there is no openssl. */
export function makeCertificates(): TestCertificates | undefined {
  const folder = mkdtempSync(join(tmpdir(), "tackle-tls-"));
  const openssl = (...args: string[]): void =>
    void execFileSync("openssl", args, { cwd: folder, stdio: "ignore" });
  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const sign = (name: string, days: string, host: string): KeyPair => {
    const altName = ["-addext", `subjectAltName=${host}`];
    openssl(
      "req",
      ...newKey,
      "-keyout",
      `${name}.key`,
      "-out",
      `${name}.csr`,
      "-subj",
      `/CN=${name}`,
      ...altName,
    );
    const authority = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-copy_extensions", "copy"];
    openssl("x509", "-req", "-in", `${name}.csr`, ...authority, "-days", days, "-out", `${name}.pem`);
    return { key: read(`${name}.key`), cert: read(`${name}.pem`) };
  };
  try {
    for (const name of ["ca", "self"]) {
      const subject = ["-subj", `/CN=${name}`, "-addext", "subjectAltName=IP:127.0.0.1"];
      openssl(
        "req",
        "-x509",
        ...newKey,
        "-keyout",
        `${name}.key`,
        "-out",
        `${name}.pem`,
        "-days",
        "2",
        ...subject,
      );
    }
    return {
      authority: read("ca.pem"),
      selfSigned: { key: read("self.key"), cert: read("self.pem") },
      expired: sign("expired", "-1", "IP:127.0.0.1"),
      otherHost: sign("other", "2", "DNS:other.example"),
    };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
