import { expect, test } from 'vitest'
import type { Command } from './commands.ts'
import { decide } from './decide.ts'
import { meaningOf } from './event-table.ts'
import { beginning } from './evolve.ts'
import { isRefusal } from './run.ts'
import type { Contractor, State } from './state.ts'
import { rulesNow } from './store/rules-now.ts'

const start = Date.parse('2027-03-03T15:00Z')
const hourMs = 3_600_000
const rules = rulesNow({ offersByItself: false, mailsVisitor: false })

/** A contractor who does the work. */
const contractor = (id: number): Contractor => ({
  id,
  companyName: `Company ${id}`,
  bar: undefined,
  answersEmergencies: false,
  services: ['ac-repair'],
  towns: ['Deltona'],
})

test('a yes that comes late takes it from who reported that nothing came of it, and their fee with it', () => {
  let state: State = beginning({
    id: 1,
    createdAt: start,
    service: 'ac-repair',
    town: 'Deltona',
    isOutside: false,
    cannotWait: false,
    hasEmail: false,
    isContacted: false,
    firstContactedAt: null,
  })
  /** Returns what a command costs the contractors, by offer. */
  const run = (hours: number, command: Command) => {
    const decided = decide(state, command, start + hours * hourMs, rules)
    if (isRefusal(decided)) throw new Error(`${command.do} was refused: ${decided.refused}`)
    state = decided.state
    return decided.events.flatMap((event) => {
      const { fee } = meaningOf(event, decided.state)
      return fee && 'offerId' in event ? [`${fee} ${event.offerId}`] : []
    })
  }
  const callAt = start + 90 * hourMs
  run(0, { do: 'stored', held: null, enteredBy: null })
  run(0, { do: 'offer', offerId: 1, contractor: contractor(1), by: 'owner' })
  run(0, { do: 'mail-left', mail: 'offer', offerId: 1, said: 'asked', to: 'Company 1' })
  run(48, { do: 'tick' })
  run(49, { do: 'offer', offerId: 2, contractor: contractor(2), by: 'owner' })
  expect(run(50, { do: 'accept', offerId: 2, callAt })).toEqual(['charge-accepted 2'])
  run(51, { do: 'nothing-came-of-it', offerId: 2, reason: 'unreachable' })
  const late = run(52, { do: 'accept', offerId: 1, callAt })
  expect(late.toSorted()).toEqual(['charge-accepted 1', 'reverse-all 2'])
  expect(state.offers.map((offer) => offer.state)).toEqual(['accepted', 'withdrawn'])
})
