/**
 * Connections to public addresses only. The address is judged at the moment of connecting, and that very address is
 * connected to: a name that changes its answer in between gains nothing.
 */
import { lookup as systemLookup, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { Agent, buildConnector } from "undici";
import { TackleError } from "../../../errors.ts";
import { isPublicAddress } from "./public-address.ts";

export interface AgentOptions {
  /** `host` or `host:port` that may be anywhere, also on this machine. */
  readonly allowedHosts: readonly string[];
  /** How names become addresses. */
  readonly lookup?: LookupFunction;
}

const CONNECT_TIMEOUT_MS = 10_000;

/** For one exchange; to be destroyed after it. */
export function createGuardedAgent({ allowedHosts, lookup = systemLookup }: AgentOptions): Agent {
  const common = { timeout: CONNECT_TIMEOUT_MS, allowH2: false };
  const connectAnywhere = buildConnector({ ...common, lookup });
  const connectToPublic = buildConnector({ ...common, lookup: onlyPublic(lookup) });
  return new Agent({
    pipelining: 1,
    headersTimeout: 0, // the deadline of the whole exchange ends it
    bodyTimeout: 0,
    connect: (options, callback) => {
      const host = options.hostname.replace(/^\[|\]$/g, "");
      if (isAllowed(allowedHosts, { host, port: portOf(options) })) return connectAnywhere(options, callback);
      // An address needs no lookup, so that nobody would ask ours.
      if (isIP(host) !== 0 && !isPublicAddress(host)) return callback(blocked(host, host), null);
      return connectToPublic(options, (...result) => {
        const [, socket] = result;
        const { remoteAddress } = socket ?? {};
        if (socket === null || remoteAddress === undefined || isPublicAddress(remoteAddress))
          return callback(...result);
        socket.destroy();
        callback(blocked(host, remoteAddress), null);
      });
    },
  });
}

function portOf({ port, protocol }: { readonly port: string; readonly protocol: string }): string {
  return port === "" ? (protocol === "https:" ? "443" : "80") : port;
}

function isAllowed(allowed: readonly string[], { host, port }: { host: string; port: string }): boolean {
  const name = isIP(host) === 6 ? `[${host}]` : host;
  return allowed.some((entry) => [host, name, `${name}:${port}`].includes(entry.toLowerCase()));
}

/** Refuses a name when any of its addresses is not public: which one would be used is not ours to hope. */
function onlyPublic(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, []);
      const addresses: LookupAddress[] = Array.isArray(found)
        ? found
        : [{ address: found, family: isIP(found) }];
      const bad = addresses.find(({ address }) => !isPublicAddress(address));
      if (bad !== undefined) return callback(blocked(hostname, bad.address), []);
      const [first] = addresses;
      if (options.all === true || first === undefined) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
}

function blocked(host: string, address: string): TackleError {
  const where = host === address ? address : `${host} (${address})`;
  return new TackleError({
    code: "policy",
    message: `${where} is not on the public internet, and is not fetched`,
    hint: "If it is meant to be, name the host in 'options.allowedHosts' of the server's entry.",
  });
}
