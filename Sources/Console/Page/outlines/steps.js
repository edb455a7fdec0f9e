// What this tab does to an outline: steps, which the server can undo.

import { notify } from "../shared/dialogs.js";
import { inWords, server } from "../shared/service.js";
import { stackOfTab } from "../shared/stack.js";
import { tellNotUndone, tellUndone } from "../shared/undone.js";

export class Steps {
  /** `nameOf` tells what an element is called. */
  constructor(name, nameOf) {
    this.name = name;
    this.nameOf = nameOf;
  }

  /** Sends operations. Throws what the server answers, in words. */
  async apply(operations) {
    try {
      return await server().apply(this.name, operations, { stack: stackOfTab() });
    } catch (error) {
      throw Object.assign(new Error(inWords(error)), { code: error.code });
    }
  }

  /** Has the server put something back, or go back to a version, and offers to undo it. Throws where that is refused. */
  async ask({ putBack, restore }, text) {
    const stack = stackOfTab();
    const { changed, version } = putBack
      ? await server().putBack(this.name, putBack.elements, { stack })
      : await server().restore(this.name, restore.to, { keep: restore.keep, ifVersion: restore.ifVersion, stack });
    if (changed) this.offer(version, text);
    else notify("Nothing changed: it is there already.");
    return changed;
  }

  /** Says what was done with a commit, with a button that undoes it. */
  offer(version, text) {
    this.offered = { version, notice: notify(text, { action: "Undo", onaction: () => this.undo(version) }) };
  }

  /** Undoes the last step of this tab, or that of a version. */
  undo(of) {
    return this.goBack({ of });
  }

  /** Makes again what was undone last. */
  redo() {
    return this.goBack({ redo: true });
  }

  async goBack({ of, redo }) {
    try {
      const answer = await server().undo(this.name, stackOfTab(), { of, redo });
      if (answer.undoes.includes(this.offered?.version)) this.offered.notice.close();
      tellUndone(answer, { redo, nameOf: this.nameOf });
    } catch (error) {
      tellNotUndone(error, { redo });
    }
  }
}
