// How many batches of a stream are decoded and folded in a second.
//
//   node Clients/JavaScript/benchmarks/fold.mjs
//
// The frames are those of a connection: a batch has one change, as when people work on a list. A list of a hundred items
// is what a board has, one of ten thousand is a long one.

import { applyBatch } from "../arrange.js";
import { decode, encode } from "../src/codec.js";
import { FrameDecoder } from "../src/frames.js";
import { randomness } from "../tests/support/random.mjs";

/** The seed of the batches. */
const SEED = 1;

/** Different batches, and how often they are folded in a run. Of the runs the median counts. */
const BATCHES = 1000;
const ROUNDS = 200;
const RUNS = 5;

const text = (random) => Array.from({ length: 20 }, () => random.pick([..."abcdefghijklmnop "])).join("");

/** A list, and the frames of batches that suit it at any time: they keep its size. */
function workload(count) {
  const random = randomness(SEED);
  const fields = () => ({ title: text(random), done: random.chance(0.5), n: random.below(1000) });
  const element = (id) => ({ id, fields: fields(), contentVersion: 1, key: new Uint8Array(0) });
  const sections = Array.from({ length: 4 }, (_, section) => ({
    ...element(`section-${section}`),
    items: Array.from({ length: count / 4 }, (_, item) => element(`item-${section}-${item}`)),
  }));
  const size = { sections: 4, items: count };
  const frames = Array.from({ length: BATCHES }, (_, index) => {
    const [section, from, to] = [random.below(4), random.below(count / 4), random.below(count / 4)];
    const item = element(`new-${index}`);
    const change = random.pick([
      { itemMoves: [section, from, section, to] },
      { itemUpdates: [{ at: { section, item: to }, item, fieldsBefore: 1n }] },
      { itemDeletes: [section, from], itemInserts: [{ at: { section, item: to }, item }] },
    ]);
    const batch = { fromVersion: index, commits: 1, before: size, after: size, ...change };
    const message = { version: index + 1, epoch: 1n, resumeToken: new Uint8Array(24), batch };
    const body = encode("SubscribeResponse", message);
    return encode("Frame", { type: 4, stream: 1, sequence: index + 1, body }, true);
  });
  return { sections, frames };
}

let isSlow = false;
for (const [count, least] of [[100, 200_000], [10_000, 0]]) {
  const { sections, frames } = workload(count);
  const rates = Array.from({ length: RUNS }, () => {
    let list = sections;
    const decoder = new FrameDecoder();
    const start = process.cpuUsage();
    for (let round = 0; round < ROUNDS; round++) {
      for (const frame of frames) {
        decoder.push(frame, ({ body }) => (list = applyBatch(list, decode("SubscribeResponse", body).batch)));
      }
    }
    // The time of the processor: other programs may be busy as well.
    const { user, system } = process.cpuUsage(start);
    return (BATCHES * ROUNDS * 1e6) / (user + system);
  }).sort((a, b) => a - b);
  const median = rates[(RUNS - 1) / 2];
  const bar = least ? `, the bar is ${least.toLocaleString("en")}` : "";
  console.log(`${count.toLocaleString("en")} items: ${Math.round(median).toLocaleString("en")} batches/s${bar}`);
  isSlow ||= median < least;
}
process.exitCode = isSlow ? 1 : 0;
