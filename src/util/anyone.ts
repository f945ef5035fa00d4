/**
 * The session of modern clients over HTTP that showed no token: nothing tells one from another, so nothing that is given to
 * one of them may last longer than its request. A connection would not do as a key: a client may use several, and a proxy
 * one for many clients. An address would not either: without a token there is only loopback, where all have the same.
 */
export const ANYONE = "anyone";
