import type { Command } from './commands.ts'
import type { decide } from './decide.ts'
import type { Decision, Refusal } from './draft.ts'
import type { Event } from './events.ts'
import type { Contractor, Instant, Rules, State } from './state.ts'

/** A request as it is loaded, and the time and the rules by which is decided. */
export type Loaded = { state: State; now: Instant; rules: Rules }

/** What a command did to one request, at which time and by which rules. */
export type Step = Omit<Loaded, 'state'> & {
  before: State
  after: State
  events: readonly Event[]
}

/** Where requests are kept: the database, or the memory of a simulation. */
export type Ground = {
  decide: typeof decide
  /** Locks a request and reads it; undefined if there is none. Always an earlier one before a later one. */
  load: (leadId: number) => Promise<Loaded | undefined>
  /**
   * Locks the open request of the same person with which this one goes. `skipsHeld`: none that another
   * transaction has locked.
   */
  findEarlier: (leadId: number, skipsHeld: boolean) => Promise<number | null>
  /** The open requests that go with this one, oldest first. */
  findLater: (leadId: number) => Promise<number[]>
  /** The first N contractors who fit, in order; without one, when the first will. */
  choose: (
    state: State,
    most: number,
    now: Instant,
  ) => Promise<{ chosen: Contractor[]; retryAt: Instant | null }>
  nextOfferId: () => Promise<number>
  save: (step: Step) => Promise<void>
}

/** The result of a command: what it did to the request, or why it was refused. */
export type Outcome = Step | Refusal

export const isRefusal = (outcome: object): outcome is Refusal => 'refused' in outcome

const mayJoin: ReadonlySet<Command['do']> = new Set<Command['do']>([
  ...(['stored', 'want-again', 'still-need-help', 'reopen', 'release', 'go-on-alone'] as const),
])

/** The request with which one may go from this command on. One that is named stays, or that there is none. */
async function earlierFor(ground: Ground, leadId: number, command: Command) {
  if ('earlier' in command) return command.earlier
  // Who goes on alone after another one was locked must not wait for an earlier one.
  const skipsHeld = command.do === 'go-on-alone'
  return mayJoin.has(command.do) ? ground.findEarlier(leadId, skipsHeld) : null
}

/** Asks as many contractors as a decision wants, by the ranking. */
async function ask(ground: Ground, decision: Decision, { now, rules }: Loaded): Promise<Decision> {
  if (decision.ask === 0) return decision
  const { chosen, retryAt } = await ground.choose(decision.state, decision.ask, now)
  let { state } = decision
  const events = [...decision.events]
  const asking: Command[] = chosen.length === 0 ? [{ do: 'nobody-fits', retryAt }] : []
  for (const contractor of chosen) {
    asking.push({ do: 'offer', offerId: await ground.nextOfferId(), contractor, by: null })
  }
  for (const command of asking) {
    const asked = ground.decide(state, command, now, rules)
    // Who is being asked already is not asked twice.
    if (isRefusal(asked)) continue
    state = asked.state
    events.push(...asked.events)
  }
  return { ...decision, state, events }
}

/** Does what a decision asks of other requests. */
async function runOthers(ground: Ground, leadId: number, { others }: Decision): Promise<void> {
  for (const { to, command } of others) {
    const ids = to === 'later' ? await ground.findLater(leadId) : [to]
    for (const id of ids) await run(ground, id, command)
  }
}

/**
 * Carries a command out: loads the request, decides, asks whom the ranking chooses, saves, and does what
 * follows for the requests that go with it. Returns undefined if there is no such request. The caller's
 * transaction makes it all or nothing. `given`: the request, where the caller has it.
 */
export async function run(
  ground: Ground,
  leadId: number,
  command: Command,
  given?: Loaded,
): Promise<Outcome | undefined> {
  const earlier = await earlierFor(ground, leadId, command)
  const loaded = given ?? (await ground.load(leadId))
  if (!loaded) return undefined
  const { state: before, now, rules } = loaded
  const decided = ground.decide(before, command, now, rules, earlier)
  if (isRefusal(decided)) return decided
  const decision = await ask(ground, decided, loaded)
  const step = { before, after: decision.state, events: decision.events, now, rules }
  await ground.save(step)
  await runOthers(ground, leadId, decision)
  return step
}
