// Lists whose items are inserted, edited and removed at once, as others move them.

import { editing } from "./src/edits.js";
import { failedPrecondition } from "./src/errors.js";
import { LiveList } from "./src/live.js";
import { reversed, undone } from "./src/undo.js";

/** @typedef {import("./arrange").Init<import("./arrange").Operation>} Operation */
/** @typedef {import("./src/undo").Step} Step */

/** The most steps of a list of which is known how they are undone at once. */
const MOST_STEPS = 200;

/** The most elements of a step that is undone at once. */
const MOST_IDS = 500;

/**
 * The ids of all sections and items.
 *
 * @param {readonly import("./arrange").Section[]} sections
 */
function idsOf(sections) {
  return new Set(sections.flatMap(({ id, items }) => [id, ...items.map((item) => item.id)]));
}

export class EditableList extends LiveList {
  /**
   * What was made here and can be undone, and what was undone and can be made again, the newest last.
   *
   * @type {{ done: Step[], undone: Step[] }}
   */
  #steps = { done: [], undone: [] };
  /** @type {boolean | undefined} */
  canUndo;
  /** @type {boolean | undefined} */
  canRedo;

  /**
   * @param {import("./arrange").Client} client
   * @param {import("./arrange").Source} source
   * @param {import("./arrange").LiveListOptions} [options]
   */
  constructor(client, source, options) {
    super(client, source, options);
    this.on("refused", ({ requestId }) => {
      this.#steps.done = this.#steps.done.filter((step) => step.requestId !== requestId);
    });
  }

  /**
   * @param {any} items
   * @param {import("./arrange").Destination} [to]
   */
  insert(items, to) {
    const { section, ...place } = to ?? {};
    const placement = Object.keys(place).length ? place : undefined;
    return this.edit([{ insertItems: { items: [items].flat(), section, to: placement } }]);
  }

  /**
   * @param {string | readonly string[]} items
   * @param {any} change
   */
  update(items, change) {
    return this.edit([{ updateItems: { items: [items].flat().map((id) => ({ ...change, id })) } }]);
  }

  /** @param {string | readonly string[]} items */
  remove(items) {
    return this.edit([{ removeItems: { items: [items].flat().map((id) => ({ id })) } }]);
  }

  /** @param {readonly Operation[]} operations */
  edit(operations) {
    // Ids that nobody else has, made of that of a request.
    const unique = [...this.client.newRequestId()].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const change = editing(operations, unique);
    return { ...this.stage({ ...change, to: {} }), ids: change.ids };
  }

  undo() {
    return this.#goBack(false);
  }

  redo() {
    return this.#goBack(true);
  }

  /**
   * @param {Omit<import("./src/moves").Move, "requestId">} change
   * @param {import("./arrange").PlaceOptions} [options]
   */
  stage(change, options) {
    const before = this.sections;
    const made = super.stage(change, options);
    if (made.batch && this.options.stack && !change.send && typeof this.source === "string") {
      const { operations } = change;
      // A section comes and goes with its items, and the default section by itself.
      const [was, is] = [idsOf(before), idsOf(this.sections)];
      const ids = new Set([...change.ids, ...[...was].filter((id) => !is.has(id)), ...[...is].filter((id) => !was.has(id))]);
      const moves = operations?.flatMap(({ moveItems, moveSections }) => moveItems?.items ?? moveSections?.sections ?? []);
      const moved = new Set(moves?.map(({ id }) => /** @type {string} */ (id)) ?? change.ids);
      const done = [...this.#steps.done, { requestId: made.requestId, ids: [...ids], moved, before, after: this.sections }];
      this.#steps = { done: done.slice(-MOST_STEPS), undone: [] };
      this.#told(true, false);
    }
    return made;
  }

  /** @param {boolean} redo */
  #goBack(redo) {
    const { stack } = this.options;
    const { source, client } = this;
    if (!stack || typeof source !== "string") {
      throw failedPrecondition("undo needs the name of a list, and `stack` in its options");
    }
    const { done, undone: taken } = this.#steps;
    const steps = this.#steps;
    const known = (redo ? taken : done).at(-1);
    const isSmall = known && known.ids.length <= MOST_IDS;
    const step = isSmall ? (redo ? reversed(known) : known) : undefined;
    if (known) {
      this.#steps = redo
        ? { done: [...done, known], undone: taken.slice(0, -1) }
        : { done: done.slice(0, -1), undone: [...taken, known] };
    }
    /** @type {(answer: any) => void} */
    let resolve = () => {};
    /** @type {(error: unknown) => void} */
    let reject = () => {};
    const answer = new Promise((settled, failed) => ([resolve, reject] = [settled, failed]));
    // Who does not wait for it is told by the event "refused".
    answer.catch(() => {});
    const { requestId, batch } = this.stage({
      ids: step?.ids ?? [],
      to: {},
      operations: [],
      edit: (sections) => (step ? undone(step, sections) : sections),
      send: async (id) => {
        const given = await client.undo(source, stack, { requestId: id, redo });
        const changes = [...given.undone, ...given.kept];
        // A step that was made elsewhere: then nothing is known of the order of those that were made here.
        if (step && !changes.some(({ id: changed }) => step.ids.includes(changed))) this.#steps = { done: [], undone: [] };
        this.#told(given.canUndo, given.canRedo);
        resolve(given);
        return given;
      },
    });
    const stop = this.on("refused", ({ requestId: refused, error }) => {
      if (refused !== requestId) return;
      this.#steps = steps;
      reject(error);
    });
    answer.finally(stop).catch(() => {});
    return { requestId, batch, answer };
  }

  /**
   * @param {boolean} canUndo
   * @param {boolean} canRedo
   */
  #told(canUndo, canRedo) {
    if (this.canUndo === canUndo && this.canRedo === canRedo) return;
    this.canUndo = canUndo;
    this.canRedo = canRedo;
    this.tell("steps", { canUndo, canRedo });
  }
}
