import { expect, test } from 'vitest'
import { decide } from '#/server/referrals/decide.ts'
import { meaningOf, passedNews } from '#/server/referrals/event-table.ts'
import type { Event } from '#/server/referrals/events.ts'
import { evolve } from '#/server/referrals/evolve.ts'
import { sayJob } from '#/server/referrals/say.ts'
import { obstaclesTo } from '#/server/referrals/store/ranking-rules.ts'
import type { Parts } from './world.ts'
import { passYear } from './year.ts'

/** The rules, with what happens changed. */
const deciding =
  (change: (events: Event[]) => Event[]): Parts['decide'] =>
  (state, ...given) => {
    const decided = decide(state, ...given)
    if ('refused' in decided) return decided
    const events = change(decided.events)
    return { ...decided, events, state: events.reduce(evolve, state) }
  }

/** The rules, of which one thing never happens. */
const without = (isIt: (event: Event) => boolean) => ({
  decide: deciding((events) => events.filter((event) => !isIt(event))),
})

/** The rules, where something happens that they refuse. */
const allowing =
  (
    code: string,
    event: (of: Record<'offerId' | 'callAt' | 'until', number>) => object,
  ): Parts['decide'] =>
  (state, command, now, ...given) => {
    const decided = decide(state, command, now, ...given)
    if (!('refused' in decided) || decided.refused !== code) return decided
    const events = [{ at: now, by: 'owner', ...event(command as never) } as Event]
    return { events, state: events.reduce(evolve, state), ask: 0, others: [] }
  }

/** The table of events, with one thing changed. */
const meaning =
  (change: (event: Event) => Partial<ReturnType<typeof meaningOf>>): Parts['meaningOf'] =>
  (event, state) => ({ ...meaningOf(event, state), ...change(event) })

/** Each is wrong in one way, and a rule says in which. */
const defects: [what: string, parts: Partial<Parts>, sentence: RegExp][] = [
  [
    'a second yes wins, too',
    { decide: allowing('taken', ({ offerId, callAt }) => ({ kind: 'accepted', offerId, callAt })) },
    /^2 contractors have it/,
  ],
  [
    'the next is not asked',
    {
      decide: (...given) => {
        const decided = decide(...given)
        return 'refused' in decided ? decided : { ...decided, ask: 0 }
      },
    },
    /^the server looks for a contractor, but never will/,
  ],
  [
    'who has it is told at each mail',
    {
      sayJob: (state, offer) => (offer.state === 'accepted' ? 'yours' : sayJob(state, offer)),
    },
    /^“yours” is told twice/,
  ],
  [
    'an offer leaves that has ended',
    { sayOffer: () => 'asked' },
    /^a contractor is told “asked” while the offer is/,
  ],
  [
    'an emergency has the time of all others',
    {
      decide: (state, command, now, rules, earlier) => {
        const slow = { ...rules, answerWithin: { usual: 240, emergency: 240 } }
        return decide(state, command, now, slow, earlier)
      },
    },
    /^a contractor has longer for an emergency/,
  ],
  [
    'who hands back pays all the same',
    { meaningOf: meaning(({ kind }) => (kind === 'handed-back' ? { fee: undefined } : {})) },
    /^offer \d+ is handed-back, and costs 1 for the yes/,
  ],
  [
    'another town changes nothing',
    without((event) => event.kind === 'withdrawn' && event.why === 'not-theirs'),
    /^the server asks a contractor who does not do this work there/,
  ],
  [
    'an emergency waits for who has too many offers',
    { obstaclesTo: (candidate, asking) => obstaclesTo(candidate, { ...asking, isUrgent: false }) },
    /^nobody is left for an emergency, they say, but Company \d+ is/,
  ],
  [
    'who was removed keeps it',
    without((event) => event.kind === 'withdrawn' && event.why === 'removed'),
    /^a contractor who (was|is) removed/,
  ],
  [
    'who had a job that is opened again pays for it',
    { meaningOf: meaning(({ kind }) => (kind === 'still-needs-help' ? { fee: undefined } : {})) },
    /^offer \d+ is (withdrawn|handed-back), and costs 1 for the yes/,
  ],
  [
    'what went with one that is over stays with it',
    {
      decide: (...given) => {
        const decided = decide(...given)
        if ('refused' in decided) return decided
        const others = decided.others.filter(({ command }) => command.do !== 'go-on-alone')
        return { ...decided, others }
      },
    },
    /^it goes with request \d+, which is (done|lost|cancelled|held)/,
  ],
  [
    'a missed call can be put off',
    {
      decide: allowing('promise-due', ({ until }) => ({ kind: 'snoozed', until, reason: '' })),
    },
    /^what waits for us is put off/,
  ],
  [
    'a missed call is noted by nobody',
    without(({ kind }) => kind === 'call-missed'),
    /^time has passed, and it is due as before/,
  ],
  [
    'news of a cancellation outlive it',
    { passedNews: (...given) => passedNews(...given).filter((kind) => kind !== 'cancelled') },
    /^the owner reads “cancelled”, which is not so/,
  ],
  [
    'who says yes gets no mail',
    { meaningOf: meaning(({ kind }) => (kind === 'accepted' ? { mails: [] } : {})) },
    /^offer \d+: a contractor has it, and no mail says so/,
  ],
  [
    'nobody watches the wait for the next contractor',
    {
      decide: deciding((events) =>
        events.map((event) =>
          event.kind === 'needs-contractor' ? { ...event, isBack: false } : event,
        ),
      ),
    },
    /^nobody told the owner that the promised answer is late/,
  ],
  [
    'something changes without an event',
    {
      decide: (...given) => {
        const decided = decide(...given)
        if ('refused' in decided || given[1].do !== 'correct') return decided
        return { ...decided, state: { ...decided.state, isAutomatic: !decided.state.isAutomatic } }
      },
    },
    /^its events do not give its state/,
  ],
]

test.each(defects)('the checks find that %s', async (_what, parts, sentence) => {
  const { failure } = await passYear({ seed: 5, days: 150, parts })
  expect(failure?.sentence).toMatch(sentence)
})
