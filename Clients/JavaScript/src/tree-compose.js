// Two batches of an outline that follow each other as one, made from the two alone.

import { invalid } from "./errors.js";
import { byPath } from "./tree-plan.js";
import { existing, ROOT, textOf, TreeSide } from "./tree-side.js";
import { staying } from "./tree-staying.js";

/** @typedef {import("./generated/types").TreeBatch} TreeBatch */
/** @typedef {import("./tree-side").Spot} Spot */

/**
 * Something that was touched: where it was and is, as far as it was there.
 *
 * @typedef {object} Touched
 * @property {Spot} [old]
 * @property {Spot} [now]
 * @property {string} [node] what it is; of new ones it is known
 */

/**
 * @param {TreeBatch} first
 * @param {TreeBatch} second
 * @returns {TreeBatch}
 */
export function compose(first, second) {
  if (first.after?.sections !== second.before?.sections || first.after?.items !== second.before?.items) {
    throw invalid("the batches do not follow each other: the second is for a list of another size");
  }
  return new Composition(first, second).compose();
}

class Composition {
  #first;
  #second;
  /**
   * Where owners are in MID, were in OLD, and are in NEW, as far as a batch says it.
   *
   * @type {Map<string, Spot>}
   */
  #middle = new Map();
  /** @type {Map<string, Spot>} */
  #old = new Map();
  /** @type {Map<string, Spot>} */
  #new = new Map();

  /**
   * @param {TreeBatch} first
   * @param {TreeBatch} second
   */
  constructor(first, second) {
    this.#first = new TreeSide(first, true);
    this.#second = new TreeSide(second, false);
    for (const { id, oldList, oldAt, newList, newAt } of first.owners) {
      if (oldAt >= 0) this.#old.set(`i${id}`, this.#first.old(oldList, oldAt));
      if (newAt >= 0) this.#middle.set(`i${id}`, this.#first.new(newList, newAt));
    }
    for (const { id, oldList, oldAt, newList, newAt } of second.owners) {
      if (oldAt >= 0) this.#middle.set(`i${id}`, this.#second.old(oldList, oldAt));
      if (newAt >= 0) this.#new.set(`i${id}`, this.#second.new(newList, newAt));
    }
    for (const [node, spot] of this.#first.rows) this.#middle.set(node, spot);
    for (const [node, spot] of this.#second.rows) this.#new.set(node, spot);
  }

  /**
   * Where something is in MID that has a list.
   *
   * @param {string} node
   * @returns {Spot | undefined}
   */
  #inMiddle(node) {
    return node[0] === "m" ? { list: ROOT, at: +node.slice(1) } : this.#middle.get(node);
  }

  /**
   * Whether something at a position of MID is in NEW: neither it nor anything above it is deleted.
   *
   * @param {Spot} spot
   */
  #isKept(spot) {
    for (let most = this.#middle.size + 2; most > 0; most--) {
      if (this.#second.moved.has(textOf(spot))) return true;
      if (this.#second.deleted.has(textOf(spot))) return false;
      if (spot.list === ROOT) return true;
      spot = existing(this.#inMiddle(spot.list));
    }
    return existing(undefined);
  }

  /**
   * Where something is in NEW that has a list.
   *
   * @param {string} node
   * @returns {Spot | undefined}
   */
  #target = (node) => {
    const spot = this.#inMiddle(node);
    return this.#new.get(node) ?? (spot && this.#isKept(spot) ? this.#second.forward(spot) : undefined);
  };

  /**
   * Where something was in OLD that has a list.
   *
   * @param {string} node
   * @returns {Spot | undefined}
   */
  #source = (node) => {
    if (node[0] === "o") return { list: ROOT, at: +node.slice(1) };
    const spot = this.#inMiddle(node);
    const isOld = spot && !this.#first.fresh.has(textOf(spot));
    return this.#old.get(node) ?? (isOld ? this.#first.backward(spot) : undefined);
  };

  /** All that was touched and is in OLD or NEW. */
  #touched() {
    const [first, second] = [this.#first, this.#second];
    /** @type {Touched[]} */
    const touched = first.deletes.map((old) => ({ old }));
    /** @type {Map<string, [Spot, Touched]>} */
    const known = new Map();
    for (const [old, spot] of [...first.moves, ...first.unmoved]) known.set(textOf(spot), [spot, { old }]);
    for (const [node, spot] of first.rows) known.set(textOf(spot), [spot, { node }]);
    for (const spot of [...second.deletes, ...[...second.moves, ...second.unmoved].map(([from]) => from)]) {
      const text = textOf(spot);
      if (!known.has(text)) known.set(text, [spot, { old: first.backward(spot) }]);
    }
    for (const [spot, each] of known.values()) {
      if (this.#isKept(spot)) each.now = second.forward(spot);
      if (each.old || each.now) touched.push(each);
    }
    for (const [node, now] of second.rows) touched.push({ now, node });
    return touched;
  }

  /** @returns {TreeBatch} */
  compose() {
    const { batch: first } = this.#first;
    const { batch: second } = this.#second;
    const touched = this.#touched();
    /** @type {[Spot, Spot][]} */
    const both = touched.flatMap(({ old, now }) => (old && now ? [[old, now]] : []));
    // The list of something new is another one, also where it has an id that is used again.
    const stays = new Set(staying(both.filter(([from]) => this.#isLeft(from.list)), touched));
    const deletes = touched.flatMap(({ old, now }) => (old && !now && this.#isLeft(old.list) ? [old] : []));
    // Before the inserts, since it changes the elements of these.
    const contents = this.#contents();
    const inserts = this.#inserts(touched);
    const moves = this.#inOrder(both.filter((pair) => !stays.has(pair)), ([, to]) => to);
    const unmoved = this.#inOrder([...stays], ([, to]) => to);
    const owners = this.#owners([
      ...deletes, ...moves.flat(), ...unmoved.flat(), ...inserts.map(({ spot }) => spot),
      ...[...contents.updates, ...contents.counts, ...contents.keys].map(({ spot }) => spot),
    ]);
    const numbers = new Map(owners.map((node, index) => [node, 2 * index + 1]));
    /** @type {(place: (node: string) => Spot | undefined) => (spot: Spot | undefined) => number[]} */
    const numbered = (place) => (spot) => {
      if (!spot) return [-1, -1];
      if (spot.list === ROOT) return [-1, spot.at];
      return [numbers.get(spot.list) ?? 2 * existing(place(spot.list)).at, spot.at];
    };
    const [old, now] = [numbered(this.#source), numbered(this.#target)];
    /** @param {Spot} spot */
    const named = (spot) => ({ list: now(spot)[0], at: spot.at });
    /** @type {<T>(of: T[], spot: (each: T) => Spot) => T[][]} sections and items */
    const parts = (of, spot) => [true, false].map((isRoot) => of.filter((each) => (spot(each).list === ROOT) === isRoot));
    const [sectionDeletes, itemDeletes] = parts(this.#inOrder(deletes, (spot) => spot, this.#source), (spot) => spot);
    const [sectionMoves, itemMoves] = parts(moves, ([from]) => from);
    const [sectionsUnmoved, itemsUnmoved] = parts(unmoved, ([from]) => from);
    const [sectionInserts, itemInserts] = parts(inserts, ({ spot }) => spot);
    const [sectionUpdates, itemUpdates] = parts(contents.updates, ({ spot }) => spot);
    /** @param {typeof inserts[number]} insert */
    const insert = ({ spot, rows, depths }) => ({ ...named(spot), rows, depths });
    return {
      fromVersion: first.fromVersion,
      commits: first.commits + second.commits,
      before: first.before,
      after: second.after,
      owners: owners.map((node) => {
        const [[oldList, oldAt], [newList, newAt]] = [old(this.#source(node)), now(this.#target(node))];
        return { id: node.slice(1), oldList, oldAt, newList, newAt };
      }),
      sectionDeletes: sectionDeletes.map(({ at }) => at),
      sectionInserts: sectionInserts.map(insert),
      sectionMoves: sectionMoves.flatMap(([from, to]) => [from.at, to.at]),
      sectionUpdates: sectionUpdates.map(({ spot, element, fieldsBefore }) => {
        return { at: spot.at, section: element, fieldsBefore };
      }),
      sectionsUnmoved: sectionsUnmoved.flatMap(([from, to]) => [from.at, to.at]),
      deletes: itemDeletes.flatMap(old),
      inserts: itemInserts.map(insert),
      moves: itemMoves.flatMap(([from, to]) => [...old(from), ...now(to)]),
      updates: itemUpdates.map(({ spot, element, fieldsBefore }) => ({ ...named(spot), item: element, fieldsBefore })),
      unmoved: itemsUnmoved.flatMap(([from, to]) => [...old(from), ...now(to)]),
      counts: contents.counts.map(({ spot, children, descendants }) => ({ ...named(spot), children, descendants })),
      keyed: contents.keys.flatMap(({ spot }) => now(spot)),
      keys: contents.keys.map(({ key }) => key),
      placements: contents.keys.map(({ placement }) => placement),
    };
  }

  /**
   * Whether what had a list in OLD is in NEW, and not only something new with its id.
   *
   * @param {string} owner
   */
  #isLeft(owner) {
    const spot = owner === ROOT ? undefined : this.#inMiddle(owner);
    return owner === ROOT || (!this.#first.rows.has(owner) && !!spot && this.#isKept(spot));
  }

  /**
   * What is new, the topmost nodes with all that is new below them.
   *
   * @param {readonly Touched[]} touched
   */
  #inserts(touched) {
    /** @type {Map<string, Spot>} */
    const fresh = new Map();
    for (const { old, now, node } of touched) if (!old && now && node) fresh.set(node, now);
    /** @type {Map<string, { node: string, at: number }[]>} */
    const below = new Map();
    for (const [node, { list, at }] of fresh) below.set(list, [...(below.get(list) ?? []), { node, at }]);
    for (const children of below.values()) children.sort((a, b) => b.at - a.at);
    const tops = [...fresh].filter(([, { list }]) => !fresh.has(list)).map(([node, spot]) => ({ node, spot }));
    return this.#inOrder(tops, ({ spot }) => spot).map(({ node: top, spot }) => {
      const rows = [];
      const depths = [];
      for (const rest = [{ node: top, depth: 0 }]; rest.length; ) {
        const { node, depth } = existing(rest.pop());
        rows.push(existing(this.#second.elements.get(node) ?? this.#first.elements.get(node)));
        depths.push(depth);
        for (const child of below.get(node) ?? []) rest.push({ node: child.node, depth: depth + 1 });
      }
      return { spot, rows, depths };
    });
  }

  /** The updates, counts and keys of both. Those of new elements go to these. */
  #contents() {
    /** @type {Map<string, { spot: Spot, element: import("./generated/types").Element, fieldsBefore: bigint }>} */
    const updates = new Map();
    /** @type {Map<string, { spot: Spot, children: number, descendants: number }>} */
    const counts = new Map();
    /** @type {Map<string, { spot: Spot, key: Uint8Array, placement: number }>} */
    const keys = new Map();
    for (const side of [this.#first, this.#second]) {
      const { batch } = side;
      const isFirst = side === this.#first;
      /** @type {(number: number, at: number) => { spot?: Spot, fresh?: string }} */
      const find = (number, at) => {
        const spot = side.new(number, at);
        if (isFirst) return this.#isKept(spot) ? { spot: this.#second.forward(spot) } : {};
        const isFresh = side.fresh.has(textOf(spot));
        return { spot, fresh: isFresh ? undefined : this.#first.fresh.get(textOf(side.backward(spot))) };
      };
      /** @type {(number: number, at: number, element: any, fieldsBefore: bigint) => void} */
      const update = (number, at, element, fieldsBefore) => {
        const { spot, fresh } = find(number, at);
        if (fresh) this.#first.elements.set(fresh, element);
        else if (spot) {
          const known = updates.get(textOf(spot));
          updates.set(textOf(spot), { spot, element, fieldsBefore: known?.fieldsBefore ?? fieldsBefore });
          // The element has its newest key.
          if (element.key?.length) keys.delete(textOf(spot));
        }
      };
      for (const { at, section, fieldsBefore } of batch.sectionUpdates) update(-1, at, section, fieldsBefore);
      for (const { list, at, item, fieldsBefore } of batch.updates) update(list, at, item, fieldsBefore);
      for (const { list, at, children, descendants } of batch.counts) {
        const { spot } = find(list, at);
        if (spot) counts.set(textOf(spot), { spot, children, descendants });
      }
      batch.keys.forEach((key, index) => {
        const { spot, fresh } = find(batch.keyed[2 * index], batch.keyed[2 * index + 1]);
        const placement = batch.placements[index] ?? 0;
        const element = fresh && this.#first.elements.get(fresh);
        if (fresh && element) this.#first.elements.set(fresh, { ...element, key, placementVersion: placement });
        else if (spot) keys.set(textOf(spot), { spot, key, placement });
      });
    }
    return {
      updates: this.#inOrder([...updates.values()], ({ spot }) => spot),
      counts: this.#inOrder([...counts.values()], ({ spot }) => spot),
      keys: this.#inOrder([...keys.values()], ({ spot }) => spot),
    };
  }

  /**
   * The items that have the lists of positions, and all above them, in OLD and in NEW.
   *
   * @param {readonly Spot[]} spots
   */
  #owners(spots) {
    /** @type {Set<string>} */
    const owners = new Set();
    /** @param {Spot} spot */
    const add = ({ list }) => list[0] === "i" && owners.add(list);
    for (const spot of spots) add(spot);
    // Those that are added come behind.
    for (const node of owners) {
      for (const place of [this.#source, this.#target]) {
        const spot = place(node);
        if (spot) add(spot);
      }
    }
    const [is, was] = [this.#target, this.#source].map((place) =>
      this.#inOrder(
        [...owners].flatMap((node) => {
          const spot = place(node);
          return spot ? [{ node, spot }] : [];
        }),
        ({ spot }) => spot,
        place,
      ).map(({ node }) => node),
    );
    return [...new Set([...is, ...was])];
  }

  /**
   * Some things in the order in which their positions are shown: in NEW, unless `place` is that of OLD.
   *
   * @template T
   * @param {readonly T[]} things
   * @param {(thing: T) => Spot} spotOf
   * @param {(node: string) => Spot | undefined} [place]
   * @returns {T[]}
   */
  #inOrder(things, spotOf, place = this.#target) {
    // Nothing is deeper than there are owners, unless one is below itself.
    const most = this.#old.size + this.#middle.size + this.#new.size;
    return things
      .map((thing) => {
        const path = [];
        let spot = spotOf(thing);
        while (spot.list !== ROOT) {
          path.push(spot.at);
          spot = existing(path.length <= most + 1 ? place(spot.list) : undefined);
        }
        return { thing, path: [...path, spot.at].reverse() };
      })
      .sort((a, b) => byPath(a.path, b.path))
      .map(({ thing }) => thing);
  }
}
