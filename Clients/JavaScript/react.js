// Hooks for React: lists that are followed as long as something shows them.

import {
  createContext, createElement, useCallback, useContext, useEffect, useMemo, useRef, useSyncExternalStore,
} from "react";
import { LiveList } from "./arrange.js";
import { added, callOut, failedPrecondition } from "./src/errors.js";

/**
 * How long a list is followed after nothing shows it any more, in milliseconds: StrictMode and changes of a page unmount
 * what they mount again at once.
 */
const LINGER_MS = 500;

/** @type {import("./react").ListView} */
const EMPTY = {
  sections: [], isLoaded: false, version: undefined, window: undefined, offline: undefined, error: undefined,
  list: undefined, isPending: () => false,
};

/** A list that is followed once for everything that shows it. */
class Followed {
  view = EMPTY;
  /** @type {Set<() => void>} */
  listeners = new Set();
  /** @type {Set<(event: import("./arrange").RefusedMove) => void>} */
  refusals = new Set();
  /**
   * The hooks that made moves, by their request ids.
   *
   * @type {WeakMap<Uint8Array, object>}
   */
  owners = new WeakMap();
  #users = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {() => LiveList} make */
  constructor(make) {
    this.make = make;
    this.list = this.#open();
  }

  #open() {
    const list = this.make();
    this.view = { ...EMPTY, list };
    const show = (/** @type {Partial<import("./react").ListView>} */ change) => {
      const { sections, isLoaded, version, window } = list;
      const isPending = (/** @type {string} */ id) => list.isPending(id);
      this.view = { ...this.view, sections, isLoaded, version, window, list, isPending, ...change };
      for (const listener of [...this.listeners]) listener();
    };
    list.on("change", () => show({}));
    list.on("pending", () => show({}));
    list.on("connection", ({ error }) => show({ offline: error }));
    list.on("end", ({ error }) => show({ error }));
    list.on("refused", (event) => this.refusals.forEach((listener) => callOut(listener, event)));
    return list;
  }

  /** Waits until the server has everything, or nothing is sent any more. */
  sent() {
    return new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
      const look = () => {
        if (this.list.hasPendingMoves && !this.view.error) return;
        stop();
        resolve();
      };
      const stop = added(this.listeners, look);
      look();
    });
  }

  /**
   * @param {() => void} forget is called when the list is not followed any more
   * @returns {() => void} what ends that
   */
  hold(forget) {
    this.#users++;
    clearTimeout(this.#timer);
    // One that has ended says why until something asks for it again.
    if (this.view.error) this.list = this.#open();
    return () => {
      if (--this.#users) return;
      this.#timer = setTimeout(() => {
        this.list.close();
        forget();
      }, LINGER_MS);
    };
  }
}

/**
 * What clients follow, by texts that stand for sources.
 *
 * @type {WeakMap<import("./arrange").Client, Map<string, Followed>>}
 */
const followed = new WeakMap();

/** @type {import("react").Context<Omit<import("./react").ArrangeProps, "children">>} */
const Place = createContext({});

/** @param {import("./react").ArrangeProps} props */
export function Arrange({ children, ...given }) {
  const outer = useContext(Place);
  const { client = outer.client, source = outer.source, options = outer.options } = given;
  const value = useMemo(() => ({ client, source, options }), [client, source, options]);
  return createElement(Place.Provider, { value }, children);
}

/**
 * A text that stands for a source: a view is written anew each time that something is shown.
 *
 * @param {import("./arrange").Source} source
 */
function keyOf(source) {
  return typeof source === "string"
    ? `=${source}`
    : JSON.stringify(source, (_, value) => (typeof value === "bigint" ? `${value}n` : value));
}

/**
 * The client and the source of a hook, what its list is at the moment, and what holds on to it.
 *
 * @param {import("./arrange").Source} [given]
 */
function usePlace(given) {
  const { client, source: outer, options } = useContext(Place);
  const source = given ?? outer;
  if (!client || source === undefined) throw failedPrecondition("put an <Arrange client={…} source={…}> around it");
  const key = keyOf(source);
  const stack = options?.stack;
  return useMemo(() => {
    const lists = followed.get(client) ?? new Map();
    followed.set(client, lists);
    return {
      client, source, stack,
      /** @returns {Followed | undefined} */
      get current() {
        return lists.get(key);
      },
      hold() {
        const { List = LiveList, ...rest } = options ?? {};
        const list = lists.get(key) ?? new Followed(() => new List(client, source, rest));
        lists.set(key, list);
        return /** @type {const} */ ([list, list.hold(() => lists.delete(key))]);
      },
    };
  }, [client, key, stack]);
}

/** @type {(source?: import("./arrange").Source) => import("./react").ListView<any>} */
export function useList(source) {
  const place = usePlace(source);
  const subscribe = useCallback((/** @type {() => void} */ listener) => {
    const [list, release] = place.hold();
    const stop = added(list.listeners, listener);
    return () => {
      stop();
      release();
    };
  }, [place]);
  const view = () => place.current?.view ?? EMPTY;
  return useSyncExternalStore(subscribe, view, () => EMPTY);
}

/** @type {typeof import("./react").useMove} */
export function useMove(source, { onRefused } = {}) {
  const place = usePlace(source);
  const newest = useRef(onRefused);
  useEffect(() => {
    newest.current = onRefused;
  });
  useEffect(() => {
    const [list, release] = place.hold();
    const stop = added(list.refusals, (event) => {
      // What the page before had moved belongs to nobody.
      if ((list.owners.get(event.requestId) ?? newest) === newest) newest.current?.(event);
    });
    return () => {
      stop();
      release();
    };
  }, [place]);
  return useCallback((items, to, options) => {
    const { current } = place;
    if (!current) throw failedPrecondition("the list is not there");
    const made = current.list.move(items, to, options);
    current.owners.set(made.requestId, newest);
    return made;
  }, [place]);
}

/** @type {typeof import("./react").useUndo} */
export function useUndo(given) {
  const place = usePlace(given);
  return useMemo(() => {
    const { client, source, stack } = place;
    if (typeof source !== "string" || !stack) {
      throw failedPrecondition("undo needs the name of a list, and `stack` in options of <Arrange>");
    }
    const undo = async (/** @type {any} */ options) => {
      // What was made before is what is undone.
      await place.current?.sent();
      return client.undo(source, stack, options);
    };
    return { undo, redo: (options) => undo({ ...options, redo: true }) };
  }, [place]);
}
