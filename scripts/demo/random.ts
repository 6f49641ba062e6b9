/** Chance that is the same at each run with the same seed. */
export type Random = {
  /** At least 0 and below 1. */
  next: () => number
  chance: (probability: number) => boolean
  /** A whole number, both ends included. */
  between: (least: number, most: number) => number
  pick: <Value>(values: readonly Value[]) => Value
  /** A key, as often as its weight says. */
  weighted: <Key extends string>(weights: Partial<Record<Key, number>>) => Key
  /** How often something happens that happens so often on average. */
  count: (average: number) => number
  /** Around a median, as the times are for which people keep each other waiting. */
  around: (median: number) => number
  shuffle: <Value>(values: readonly Value[]) => Value[]
  uuid: () => string
}

/** Makes a source of chance (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function next() {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick<Value>(values: readonly Value[]) {
      return values[between(0, values.length - 1)] as Value
    },
    weighted<Key extends string>(weights: Partial<Record<Key, number>>) {
      const entries = Object.entries(weights) as [Key, number][]
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [key, weight] of entries) {
        left -= weight
        if (left < 0) return key
      }
      return (entries.at(-1) as [Key, number])[0]
    },
    count(average) {
      const limit = Math.exp(-average)
      let count = 0
      for (let product = next(); product > limit; product *= next()) count += 1
      return count
    },
    around: (median) => median * Math.exp(0.9 * (next() + next() + next() - 1.5)),
    shuffle: (values) =>
      values
        .map((value) => ({ value, place: next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ value }) => value),
    uuid() {
      const digits = Array.from({ length: 32 }, () => between(0, 15).toString(16)).join('')
      return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20)}`
    },
  }
}
