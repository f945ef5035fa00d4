/** The time of day for a Date header, written once a second however many responses there are. */
let second = 0;
let text = "";

export function httpDate(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    text = new Date(now * 1000).toUTCString();
  }
  return text;
}
