// The panels that can stand beside a board. Each is loaded when it is first opened.

/** Each opens with the page of the list, and returns its element, what it does with changes, and what closes it. */
export const PANELS = [
  {
    title: "Changes",
    icon: "stream",
    suits: () => true,
    open: async (page) => (await import("./stream.js")).openStream(page),
  },
  {
    title: "History",
    icon: "history",
    suits: (source) => source.isCollection && source.may("history"),
    open: async (page) => (await import("./history.js")).openHistory(page),
  },
  {
    title: "Bin",
    isMinor: true,
    icon: "remove",
    suits: (source) => source.isCollection && source.may("history"),
    open: async (page) => (await import("./bin.js")).openBin(page),
  },
  {
    title: "Order keys",
    isMinor: true,
    icon: "key",
    suits: (source) => source.isCollection && source.may("manage"),
    open: async (page) => (await import("./keys.js")).openKeys(page),
  },
  {
    title: "Followers",
    isMinor: true,
    icon: "people",
    suits: (source) => source.may("manage"),
    open: async (page) => (await import("./followers.js")).openFollowers(page),
  },
];
