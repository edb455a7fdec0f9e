// Plans to begin with.

/** The strategies of a plan where the server does not say which it has. */
const USUAL = ["dense", "fractional", "lexorank"];

/** Plans with the strategies of a server: { title, summary, text }. */
export function makePlans(names) {
  const strategies = `strategies: [${(names.length > 0 ? names : USUAL).join(", ")}]`;
  return [
    {
      title: "A quick look",
      summary: "Four patterns on short lists, in about a second.",
      text: `seeds: 3
repeats: 1
${strategies}
workloads:
  - {kind: append, items: 1_000, operations: 2_000}
  - {kind: hot-gap, items: 1_000, operations: 2_000}
  - {kind: zigzag, items: 1_000, operations: 2_000}
  - {kind: random-move, items: 1_000, operations: 2_000}
`,
    },
    {
      title: "Many people at one place",
      summary: "Items that all go into one gap, and writers who draw keys without knowing of each other.",
      text: `seeds: 5
repeats: 1
${strategies}
workloads:
  - {kind: crowded, items: 1_000, operations: 5_000}
  - {kind: places, items: 1_000, operations: 5_000, places: 5}
  - {kind: many-writers, items: 1_000, writers: 50, operations: 2_500}
  - {kind: offline-merge, items: 1_000, writers: 5, run: 10, operations: 2_500}
`,
    },
    {
      title: "Whole lists put into another order",
      summary: "Lists that are sorted and shuffled, and blocks that move together.",
      text: `seeds: 3
repeats: 1
${strategies}
workloads:
  - {kind: shuffle, items: 1_000, operations: 20}
  - {kind: sort, items: 1_000, operations: 20}
  - {kind: gathering, items: 1_000, operations: 100, block: 20}
`,
    },
    {
      title: "The standard plan",
      summary: "What arrange compare runs without a plan: all patterns, 25 times each. It takes minutes.",
      text: "",
    },
  ];
}
