// Brings children of an element into an order, with as few moves as that takes.

/** The indices of the longest ascending sequence among numbers. */
export function ascending(numbers) {
  const ends = [];
  const previous = [];
  numbers.forEach((number, at) => {
    let low = 0;
    for (let high = ends.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (numbers[ends[middle]] < number) low = middle + 1;
      else high = middle;
    }
    previous[at] = ends[low - 1];
    ends[low] = at;
  });
  const found = [];
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) found.unshift(at);
  return found;
}

/** Puts a node in front of another one, or at the end. It keeps its focus and what is being typed where the browser can. */
export function put(parent, node, next) {
  if (parent.moveBefore && node.isConnected && parent.isConnected) parent.moveBefore(node, next);
  else parent.insertBefore(node, next);
}

/** Brings nodes into an order within their parent; other children stay. `still` is not moved, if it is one of them. */
export function arrange(parent, nodes, still = null) {
  const places = new Map([...parent.children].map((child, index) => [child, index]));
  const known = nodes.filter((node) => places.has(node));
  const fixed = places.get(still);
  const at = known.indexOf(still);
  // Beside what is not to move only those can stay that are on the right side of it.
  const candidates = known.filter((node, index) => (
    at < 0 || index === at || (index < at ? places.get(node) < fixed : places.get(node) > fixed)
  ));
  const staying = new Set(ascending(candidates.map((node) => places.get(node))).map((index) => candidates[index]));
  let next = null;
  for (let index = nodes.length - 1; index >= 0; index -= 1) {
    const node = nodes[index];
    if (!staying.has(node)) put(parent, node, next);
    next = node;
  }
}
