/** The session of clients that nothing tells apart; the servers in this process know it by the same name. */
export { ANYONE } from "../util/anyone.ts";
