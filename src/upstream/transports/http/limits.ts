/** Every bound on what a remote server may cost us: bytes, sockets and time. All can be set, none can be absent. */

export interface HttpLimits {
  /** Largest JSON reply, counted after decompression. */
  readonly maxBodyBytes: number;
  /** Largest single event of an event stream, counted after decompression. The stream itself may be endless. */
  readonly maxEventBytes: number;
  /** Sockets open at once to this server; further requests wait. */
  readonly maxConnections: number;
  /** Time for DNS, TCP and TLS together. */
  readonly connectTimeoutMs: number;
  /** Time for the whole handshake of one transport: discover, initialize, initialized. */
  readonly handshakeTimeoutMs: number;
  /** Time for a message that has no reply (a notification, or our answer to the server's request). */
  readonly notificationTimeoutMs: number;
  /** Time for the DELETE that ends a session when we close. */
  readonly closeTimeoutMs: number;
  /** The longest `Retry-After` that is believed. */
  readonly maxRetryAfterMs: number;
}

export const DEFAULT_HTTP_LIMITS: HttpLimits = {
  maxBodyBytes: 16 * 1024 * 1024,
  maxEventBytes: 16 * 1024 * 1024,
  maxConnections: 64,
  connectTimeoutMs: 10_000,
  handshakeTimeoutMs: 30_000,
  notificationTimeoutMs: 10_000,
  closeTimeoutMs: 1_000,
  maxRetryAfterMs: 15 * 60_000,
};
