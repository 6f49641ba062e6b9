import { chanceOf } from './chance.ts'
import { day, hour, newYear } from './clock.ts'
import { changeList, contractorsReact, listContractors } from './contractors.ts'
import { workInOffice } from './owner.ts'
import { Broken, Simulation } from './simulation.ts'
import { ofSamePerson, sendRequest, visitorsReact } from './visitors.ts'
import type { Kept, Parts } from './world.ts'

/** What is simulated: by a seed, for some days, and of some requests only where these are named. */
export type Plan = {
  seed: number
  days: number
  only?: Set<number>
  parts?: Partial<Parts>
  /** Is handed the simulation before time passes. */
  prepare?: (simulation: Simulation) => void
}

/** A rule that was broken, and how it came to that. */
export type Failure = { rule: string; sentence: string; leadId: number; onDay: number; kept: Kept }

export type Report = {
  leads: number
  offers: number
  mails: number
  steps: number
  rulesChecked: number
  failure: Failure | undefined
  simulation: Simulation
}

const leadsADay = 20

/** Most come in the day; some at night. */
function planRequests(simulation: Simulation, { seed, days, only }: Plan): void {
  for (let id = 1; id <= days * leadsADay; id += 1) {
    const chance = chanceOf(seed * 101 + id)
    const on = newYear + Math.floor((id - 1) / leadsADay) * day
    const at = on + (chance.is(0.75) ? chance.between(7, 20) : chance.between(0, 24)) * hour
    if (!only || only.has(id)) simulation.plan(at, () => sendRequest(simulation, id))
  }
}

function planHours(simulation: Simulation, days: number): void {
  const { world } = simulation
  for (let at = newYear; at < newYear + days * day; at += hour) {
    simulation.plan(at, () => changeList(simulation))
    simulation.plan(at, async () => {
      // For a month in the summer the owner offers everything by hand.
      const onDay = (at - newYear) / day
      world.offersByItself = onDay < 170 || onDay > 200
      if (onDay % 7 === 0) simulation.checkAll()
    })
    simulation.plan(at, () => workInOffice(simulation))
  }
}

/** Has a year pass, or some days of it. */
export async function passYear(plan: Plan): Promise<Report> {
  const { seed, days, parts } = plan
  const simulation = new Simulation(seed, parts)
  const { world } = simulation
  for (const row of listContractors(seed)) world.contractors.set(row.id, row)
  simulation.react = (kept, step) => {
    contractorsReact(simulation, kept, step)
    visitorsReact(simulation, kept, step)
  }
  plan.prepare?.(simulation)
  planHours(simulation, days)
  planRequests(simulation, plan)
  let failure: Failure | undefined
  try {
    await simulation.passUntil(newYear + days * day)
  } catch (error) {
    if (!(error instanceof Broken)) throw error
    const { rule, leadId, message: sentence } = error
    const onDay = Math.ceil((world.at - newYear) / day)
    failure = { rule, sentence, leadId, onDay, kept: world.kept(leadId) }
  }
  const offers = [...world.requests.values()].reduce(
    (sum, { state }) => sum + state.offers.length,
    0,
  )
  const { steps, rulesChecked, post } = simulation
  return {
    leads: world.requests.size,
    offers,
    mails: post.sent,
    steps,
    rulesChecked,
    failure,
    simulation,
  }
}

/** The same failure with fewer days and requests, where it is still there: then it is shorter to read. */
export async function shrink(plan: Plan, failure: Failure): Promise<Failure> {
  const { leadId, onDay, rule, sentence } = failure
  const touched = failure.kept.events.flatMap((event) =>
    'earlier' in event ? [event.earlier] : 'later' in event ? [event.later] : [],
  )
  const same = ofSamePerson(leadId, onDay * leadsADay, plan.seed)
  const only = new Set([leadId, ...touched, ...same])
  const { failure: smaller } = await passYear({ ...plan, days: onDay, only })
  const isSame = smaller?.rule === rule && smaller.sentence === sentence
  return isSame ? smaller : failure
}

/** A failure for who mends it: the seed, and the last ten commands of the request. */
export function failureInWords(
  { seed }: Plan,
  { rule, sentence, leadId, onDay, kept }: Failure,
): string {
  const last = kept.commands.slice(-10).map(({ at, command, refused }) => {
    const time = new Date(at).toISOString()
    return `  ${time} ${JSON.stringify(command)}${refused ? ` refused: ${refused}` : ''}`
  })
  const where = `seed ${seed}, day ${onDay}, request ${leadId}: ${rule}: ${sentence}`
  return [where, ...last].join('\n')
}
