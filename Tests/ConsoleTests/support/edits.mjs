// Makes random moves in a list, as many others would at the same time.
//
//   node edits.mjs HOST:PORT LIST COUNT SEED CLIENT
//
// CLIENT is the path of the JavaScript client. It prints the version that the last move made.
import { pathToFileURL } from "node:url";

const [address, list, count, seed, library] = process.argv.slice(2);
const { connect } = await import(pathToFileURL(library).href);
const client = connect(`arrange://${address}`);

/** Numbers from 0 to 1 that depend on the seed alone: mulberry32. */
let state = Number(seed);
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}

const { sections } = await client.fetch(list, { pageSize: 1000 });
const items = sections.flatMap((slice) => slice.items.map(({ id }) => id));
const AT_ONCE = 64;
let version = 0;
let made = 0;
async function write() {
  while (made < Number(count)) {
    made += 1;
    const id = items[Math.floor(random() * items.length)];
    const { section } = sections[Math.floor(random() * sections.length)];
    const to = random() < 0.5 ? { first: true } : { last: true };
    const answer = await client.apply(list, [{ moveItems: { items: [{ id }], section: section.id, to } }]);
    version = Math.max(version, answer.version);
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, write));
await client.close();
console.log(version);
