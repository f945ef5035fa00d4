/**
 * The session of modern clients over HTTP that showed no token: nothing tells one from another, so nothing that is given to
 * one of them may last longer than its request.
 */
export const ANYONE = "anyone";
