/** Numbers that look random, and are the same ones again for the same seed. */
export type Random = {
  /** A number from 0 on, below 1. */
  next: () => number
  /** A whole number from 0 on, below a limit. */
  below: (limit: number) => number
  /** One of several. */
  pick: <Item>(items: readonly [Item, ...Item[]]) => Item
}

/** The generator mulberry32. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  function next() {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { next, below, pick: (items) => items[below(items.length)] ?? items[0] }
}
