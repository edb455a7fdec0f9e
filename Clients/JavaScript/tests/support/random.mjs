// Random numbers that a seed repeats.

/** The seed of this run: SEED, or a new one. A failing test prints it. */
export const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

/** A generator (mulberry32) with the choices that tests make. */
export function randomness(seed = SEED) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count) => Math.floor(next() * count);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (list) => list[below(list.length)],
    shuffled: (list) => {
      const result = [...list];
      for (let index = result.length - 1; index > 0; index--) {
        const other = below(index + 1);
        [result[index], result[other]] = [result[other], result[index]];
      }
      return result;
    },
  };
}

/** Runs a test body, and adds the seed to its error. */
export function seeded(body, seed = SEED) {
  return async (context) => {
    try {
      await body(randomness(seed), context);
    } catch (error) {
      error.message += ` (SEED=${seed})`;
      throw error;
    }
  };
}
