// The stack on which the server keeps what this tab did, to undo it.

import { keep, kept } from "./kept.js";

/** Random bytes of the id of a stack of steps, and of that of a step of several edits. */
const ID_BYTES = 8;
/** The name under which the id of this tab's stack is kept. */
const STACK = "stack";

let stack;

/** The id of the stack. It outlives a reload. */
export function stackOfTab() {
  if (!stack) {
    stack = kept(STACK) ?? newId();
    keep(STACK, stack);
  }
  return stack;
}

/** An id of a stack, or of a step of several edits. */
export function newId() {
  return crypto.getRandomValues(new Uint8Array(ID_BYTES));
}
