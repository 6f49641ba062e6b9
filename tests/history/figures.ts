import type { Outcome } from './check.ts'
import type { Try } from './history.ts'

/** What visitors met during one kind of fault. Times are in milliseconds. */
export type FaultFigures = {
  fault: string
  /** How often the fault was made. */
  times: number
  /** Visitors whose first try was made meanwhile, and how many of them were told: received. */
  sent: number
  acknowledged: number
  lost: number
  doubled: number
  /** Requests that were answered 503, and that were not answered. */
  refused: number
  unanswered: number
  /** From a visitor's first try to the answer: received. */
  longestRefusal: number
  /** For the answer to one request. */
  longestWait: number
}

const quiet = 'none'
/** Faults may overlap: what happened counts for the first that was under way. */
const faultOf = ({ faults }: Try) => faults[0] ?? quiet

const most = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.max(a, b), 0)

function figuresOf(
  { tries, visitors }: { tries: readonly Try[]; visitors: readonly Try[][] },
  countOf: ReadonlyMap<string, number>,
) {
  const received = visitors.flatMap((all) => {
    const answer = all.find(({ status }) => status === 201)
    return answer && all[0] ? { name: answer.name, ms: answer.ended - all[0].began } : []
  })
  return {
    sent: visitors.length,
    acknowledged: received.length,
    lost: received.filter(({ name }) => !countOf.has(name)).length,
    doubled: visitors.filter(([first]) => (countOf.get(first?.name ?? '') ?? 0) > 1).length,
    refused: tries.filter(({ status }) => status === 503).length,
    unanswered: tries.filter(({ status }) => status === null).length,
    longestRefusal: most(received.map(({ ms }) => ms)),
    longestWait: most(tries.map(({ began, ended }) => ended - began)),
  }
}

/** The figures of a run for each kind of fault, and in all. */
export function readFigures(
  { tries, leads }: Pick<Outcome, 'tries' | 'leads'>,
  made: readonly { fault: string }[],
): FaultFigures[] {
  const countOf = new Map<string, number>()
  for (const { name } of leads) countOf.set(name, (countOf.get(name) ?? 0) + 1)
  const valid = tries.filter(({ isValid }) => isValid).sort((a, b) => a.began - b.began)
  const visitors = [...Map.groupBy(valid, ({ name }) => name).values()]
  const kinds = [quiet, ...new Set(made.map(({ fault }) => fault))]
  const row = (fault: string, isOfIt: (each: Try) => boolean) => ({
    fault,
    times: made.filter((each) => fault === 'all' || each.fault === fault).length,
    ...figuresOf(
      {
        tries: tries.filter(isOfIt),
        visitors: visitors.filter(([first]) => first && isOfIt(first)),
      },
      countOf,
    ),
  })
  return [
    ...kinds.sort().map((kind) => row(kind, (each) => faultOf(each) === kind)),
    row('all', () => true),
  ]
}
