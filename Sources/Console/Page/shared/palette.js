// What pages offer to the palette that Ctrl-K opens.

const providers = new Set();

/**
 * Has a page offer commands: a function that gets what was typed, and returns entries { icon, text, hint, run }. Returns a function
 * that ends this.
 */
export function provideCommands(provider) {
  providers.add(provider);
  return () => providers.delete(provider);
}

/** What the pages offer at the moment. */
export function providedCommands(typed) {
  return [...providers].flatMap((provider) => provider(typed));
}
