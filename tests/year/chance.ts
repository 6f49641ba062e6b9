/** Chance that follows from a seed: the same seed, the same numbers. */
export type Chance = {
  /** From 0 up to, but not including, 1. */
  next: () => number
  is: (share: number) => boolean
  between: (from: number, to: number) => number
  pick: <Item>(items: readonly Item[]) => Item
}

/** Returns the chance of a seed (mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    is: (share) => next() < share,
    between: (from, to) => from + next() * (to - from),
    pick: (items) => items[Math.floor(next() * items.length)] as (typeof items)[number],
  }
}
