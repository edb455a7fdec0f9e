// Opens a list in the way that suits its size.

import { caller, server } from "../shared/service.js";
import { WholeSource } from "./source.js";

/** The largest list that is held as a whole, in items. */
export const LARGEST_WHOLE = 20000;

/** What is known of a list before it is opened: { info, permissions }. Throws what the server answers where it can't be read. */
export async function describeSource(target) {
  const [{ collection: info }, known] = await Promise.all([
    server().fetch(target, { pageSize: 1 }),
    typeof target === "string" ? caller(target) : null,
  ]);
  return { info, permissions: known?.permissions };
}

/** Opens a list, by its name or as a View. Throws what the server answers where it can't be read. */
export async function openSource(target, known) {
  const { info, permissions } = known ?? await describeSource(target);
  const Kind = info.itemCount > LARGEST_WHOLE ? (await import("./windowed.js")).WindowedSource : WholeSource;
  const source = new Kind(target, info, permissions);
  await source.start();
  return source;
}
