import { expect, test } from 'vitest'
import { eventTable } from '#/server/referrals/event-table.ts'
import type { EventKind } from '#/server/referrals/events.ts'
import { failureInWords, type Plan, passYear, shrink } from './year.ts'

/** An upgrade, and what changes nothing but words. */
const notSimulated = [
  'carried-over',
  'job-valued',
  'everyone-told',
  'rating-withdrawn',
  'rating-published',
  'rating-taken-off',
]

/** What is broken, with the seed and the last commands; nothing where nothing is. */
async function brokenIn(plan: Plan): Promise<string | undefined> {
  const { failure } = await passYear(plan)
  return failure && failureInWords(plan, await shrink(plan, failure))
}

test('a year of requests, contractors and mails breaks no rule', async () => {
  const plan = { seed: 2027, days: 365 }
  const { failure, leads, offers, mails, simulation } = await passYear(plan)
  expect(failure && failureInWords(plan, failure)).toBeUndefined()
  // All of it has happened.
  expect([leads > 7000, offers > 10_000, mails > 40_000]).toEqual([true, true, true])
  const requests = [...simulation.world.requests.values()]
  const happened = new Set(requests.flatMap(({ events }) => events.map(({ kind }) => kind)))
  expect(Object.keys(eventTable).filter((kind) => !happened.has(kind as EventKind))).toEqual(
    notSimulated,
  )
})

test('nor do months by other seeds', async () => {
  // In the last of them a request that was cancelled, and then done, goes on.
  for (const seed of [1, 2, 3009]) {
    expect(await brokenIn({ seed, days: 30 })).toBeUndefined()
  }
})
