// What of a page scrolls: around a list, and while somebody drags to an edge.

/** Pixels at the edge of what scrolls where dragging scrolls it, and how far it does for each frame. */
const EDGE_PX = 48;
const SCROLL_PX = 12;

/**
 * The elements that scroll an element, from the innermost one to the window, also across shadow roots.
 *
 * @param {Element} element
 */
export function scrollersOf(element) {
  const { ownerDocument: page } = element;
  /** @type {Element[]} */
  const scrollers = [];
  const end = page.scrollingElement ?? page.documentElement;
  /** @type {any} a node; a shadow root has a host in place of a parent */
  let node = element;
  for (; node; node = node.parentNode ?? node.host) {
    if (node.nodeType !== Node.ELEMENT_NODE || node === end || node === page.body) continue;
    const { overflowX, overflowY } = getComputedStyle(node);
    if (/auto|scroll/.test(overflowX + overflowY)) scrollers.push(node);
  }
  return [...scrollers, end];
}

/**
 * Where what scrolls is seen, in the window.
 *
 * @param {Element} scroller
 */
export function viewOf(scroller) {
  const { ownerDocument: page } = scroller;
  if (scroller !== (page.scrollingElement ?? page.documentElement)) return scroller.getBoundingClientRect();
  const { innerWidth: right = 0, innerHeight: bottom = 0 } = page.defaultView ?? {};
  return { left: 0, top: 0, right, bottom };
}

/** Scrolls while a pointer is at an edge, and lets nothing snap back until the end. */
export class EdgeScroller {
  /**
   * What snapped before, and how.
   *
   * @type {Map<HTMLElement, string>}
   */
  #snapping = new Map();

  /**
   * Scrolls by one step.
   *
   * @param {Element} element under the pointer
   * @param {{ x: number, y: number }} pointer
   * @returns {boolean} whether something has scrolled
   */
  step(element, { x, y }) {
    let isScrolled = false;
    for (const scroller of scrollersOf(element)) {
      const { left, top, right, bottom } = viewOf(scroller);
      const by = { left: distance(x, left, right), top: distance(y, top, bottom) };
      if (!by.left && !by.top) continue;
      const { style } = /** @type {HTMLElement} */ (scroller);
      if (!this.#snapping.has(/** @type {HTMLElement} */ (scroller))) {
        this.#snapping.set(/** @type {HTMLElement} */ (scroller), style.scrollSnapType);
        style.scrollSnapType = "none";
      }
      const { scrollLeft, scrollTop } = scroller;
      scroller.scrollBy({ ...by, behavior: /** @type {any} */ ("instant") });
      isScrolled ||= scroller.scrollLeft !== scrollLeft || scroller.scrollTop !== scrollTop;
    }
    return isScrolled;
  }

  end() {
    for (const [scroller, before] of this.#snapping) scroller.style.scrollSnapType = before;
    this.#snapping.clear();
  }
}

/**
 * How far to scroll for a pointer between two edges.
 *
 * @param {number} at
 * @param {number} start
 * @param {number} end
 */
function distance(at, start, end) {
  // What is small has smaller edges, so that there is a place between them.
  const edge = Math.min(EDGE_PX, (end - start) / 4);
  return at < start + edge ? -SCROLL_PX : at > end - edge ? SCROLL_PX : 0;
}
