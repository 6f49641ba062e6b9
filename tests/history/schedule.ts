import fc from 'fast-check'

/** What goes wrong next, and for how long. All of it is drawn from the seed. */
export type PlannedFault = {
  kind: string
  /** Which of several products or servers it is, modulo how many there are. */
  place: number
  lastsMs: number
  /** From the beginning of this fault to that of the next one; they may overlap. */
  nextAfterMs: number
}

/** What a visitor does. `again` sends the same once more after the answer, `twice` at once. */
export type Visit = 'once' | 'again' | 'twice' | 'reloaded' | 'invalid'

/** The faults and the visits of a run. */
export type Schedule = { faults: PlannedFault[]; visits: Visit[] }

const visit = fc.oneof(
  { weight: 75, arbitrary: fc.constant<Visit>('once') },
  { weight: 8, arbitrary: fc.constant<Visit>('again') },
  { weight: 8, arbitrary: fc.constant<Visit>('twice') },
  { weight: 4, arbitrary: fc.constant<Visit>('reloaded') },
  { weight: 5, arbitrary: fc.constant<Visit>('invalid') },
)

/** Each kind of fault is made before any is made a second time. */
function faultsOf(seed: number, kinds: readonly string[], count: number): PlannedFault[] {
  const rounds = Math.ceil(count / kinds.length)
  const round = fc.shuffledSubarray([...kinds], { minLength: kinds.length })
  const detail = fc.record({
    place: fc.nat({ max: 5 }),
    lastsMs: fc.integer({ min: 200, max: 2_500 }),
    nextAfterMs: fc.integer({ min: 300, max: 4_000 }),
  })
  const order = fc.sample(fc.noBias(round), { seed, numRuns: rounds }).flat().slice(0, count)
  const details = fc.sample(fc.noBias(detail), { seed, numRuns: count })
  return order.flatMap((kind, index) => {
    const found = details[index]
    return found ? [{ kind, ...found }] : []
  })
}

/** Makes the schedule of a seed: the same for the same numbers, on any machine. */
export function makeSchedule(
  seed: number,
  kinds: readonly string[],
  { faults, visits }: { faults: number; visits: number },
): Schedule {
  return {
    faults: faultsOf(seed, kinds, faults),
    visits: fc.sample(fc.noBias(visit), { seed, numRuns: visits }),
  }
}
