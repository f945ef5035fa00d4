/** Work on the same path in this process happens one after the other: what the second reads, the first has written. */
const underWay = new Map<string, Promise<unknown>>();

export async function oneAtATime<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const before = underWay.get(path) ?? Promise.resolve();
  const own = before.then(work, work);
  underWay.set(path, own);
  try {
    return await own;
  } finally {
    if (underWay.get(path) === own) underWay.delete(path);
  }
}
