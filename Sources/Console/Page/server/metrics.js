// The metrics of the server, in the text format of Prometheus.

/** Reads /metrics. Returns a map from the name of a metric to its samples, each with labels and a value. */
export async function readMetrics(token) {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const response = await fetch("/metrics", { headers, cache: "no-store" });
  const text = await response.text();
  if (!response.ok) throw new Error(text.trim() || `The server answered ${response.status}.`);
  return parseMetrics(text);
}

/** Parses the text format. Lines that are not understood are passed over. */
export function parseMetrics(text) {
  const metrics = new Map();
  for (const line of text.split("\n")) {
    const found = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)/.exec(line);
    if (!found) continue;
    const labels = Object.fromEntries(
      [...(found[2] ?? "").matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map((label) => [label[1], label[2]]),
    );
    if (!metrics.has(found[1])) metrics.set(found[1], []);
    metrics.get(found[1]).push({ labels, value: Number(found[3].replace("Inf", "Infinity")) });
  }
  return metrics;
}

/** The sum of the samples of a metric; those that `matches` refuses are left out. */
export function sum(metrics, name, matches = () => true) {
  return (metrics.get(name) ?? []).filter(({ labels }) => matches(labels)).reduce((total, { value }) => total + value, 0);
}

/** The sums of a metric for each value of a label. */
export function sumsBy(metrics, name, label) {
  const sums = new Map();
  for (const { labels, value } of metrics.get(name) ?? []) {
    sums.set(labels[label], (sums.get(labels[label]) ?? 0) + value);
  }
  return sums;
}

/** The buckets of a histogram, summed over all labels: upper bounds with cumulative counts, in ascending order. */
export function buckets(metrics, name) {
  const sums = [...sumsBy(metrics, `${name}_bucket`, "le")].map(([bound, value]) => [
    Number(bound.replace("Inf", "Infinity")),
    value,
  ]);
  return sums.sort(([one], [other]) => one - other);
}

/**
 * The value below which a share of the observations between two readings lie; NaN where there are none.
 *
 * Within a bucket observations are taken to be spread evenly.
 */
export function quantile(share, after, before = []) {
  const earlier = new Map(before);
  const counts = after.map(([bound, value]) => [bound, value - (earlier.get(bound) ?? 0)]);
  const total = counts.at(-1)?.[1] ?? 0;
  if (total <= 0) return NaN;
  const wanted = share * total;
  let lower = 0;
  let below = 0;
  for (const [bound, value] of counts) {
    if (value >= wanted) {
      if (!Number.isFinite(bound)) return lower;
      return lower + (bound - lower) * ((wanted - below) / Math.max(value - below, Number.EPSILON));
    }
    lower = bound;
    below = value;
  }
  return lower;
}
