import fc from 'fast-check'

/** What goes wrong next, and for how long. All of it is drawn from the seed. */
export type PlannedFault = {
  kind: string
  /** Which of several products it is, modulo how many there are. */
  place: number
  lastsMs: number
  /** From the beginning of this fault to that of the next one; they may overlap. */
  nextAfterMs: number
}

/** What a visitor does. `again` sends the same once more after the answer, `twice` at once. */
export type Visit = 'once' | 'again' | 'twice' | 'reloaded' | 'invalid'

const visit = fc.oneof(
  { weight: 75, arbitrary: fc.constant<Visit>('once') },
  { weight: 8, arbitrary: fc.constant<Visit>('again') },
  { weight: 8, arbitrary: fc.constant<Visit>('twice') },
  { weight: 4, arbitrary: fc.constant<Visit>('reloaded') },
  { weight: 5, arbitrary: fc.constant<Visit>('invalid') },
)

/** Draws the same from the same seed, on any machine. */
export const draw = <Value>(arbitrary: fc.Arbitrary<Value>, seed: number, numRuns: number) =>
  fc.sample(fc.noBias(arbitrary), { seed, numRuns })

/** These names in an order of chance, each of them before any comes a second time. */
const drawRounds = (names: readonly string[], seed: number, count: number): string[] =>
  draw(
    fc.shuffledSubarray([...names], { minLength: names.length }),
    seed,
    Math.ceil(count / names.length),
  )
    .flat()
    .slice(0, count)

/** The faults and the visits of a seed. */
export function makeSchedule(
  seed: number,
  kinds: readonly string[],
  counts: { faults: number; visits: number },
): { faults: PlannedFault[]; visits: Visit[] } {
  const detail = fc.record({
    place: fc.nat({ max: 5 }),
    lastsMs: fc.integer({ min: 200, max: 2_500 }),
    nextAfterMs: fc.integer({ min: 300, max: 4_000 }),
  })
  const details = draw(detail, seed, counts.faults)
  const faults = drawRounds(kinds, seed, counts.faults).flatMap((kind, index) => {
    const found = details[index]
    return found ? [{ kind, ...found }] : []
  })
  return { faults, visits: draw(visit, seed, counts.visits) }
}
