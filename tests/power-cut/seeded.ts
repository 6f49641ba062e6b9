import { createRandom } from '../../scripts/demo/random.ts'

/** Numbers that look random, and are the same ones again for the same seed. */
export type Random = {
  /** A number from 0 on, below 1. */
  next: () => number
  /** A whole number from 0 on, below a limit. */
  below: (limit: number) => number
  /** One of several. */
  pick: <Item>(items: readonly [Item, ...Item[]]) => Item
}

/** The same generator as the demo's. */
export function seeded(seed: number): Random {
  const { next } = createRandom(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  return { next, below, pick: (items) => items[below(items.length)] ?? items[0] }
}
