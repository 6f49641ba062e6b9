import { expect, test } from 'vitest'
import {
  isOfferedTo,
  type OfferState,
  outcomeByOffers,
  type ReferralFacts,
  stateAt,
  whyNotMatchable,
} from './offer-states.ts'

const offer = (state: OfferState, contractorId = 1) => ({
  contractorId,
  state,
  expiresAt: new Date(1_000),
})

const referral = (changes: Partial<ReferralFacts> = {}): ReferralFacts => ({
  isQuarantined: false,
  outcome: 'open',
  offers: [],
  ...changes,
})

test('an open offer has expired at the moment when its time is over, and others stay what they are', () => {
  expect([999, 1_000, 1_001].map((now) => stateAt(offer('open'), new Date(now)))).toEqual([
    'open',
    'expired',
    'expired',
  ])
  for (const state of ['accepted', 'declined', 'expired', 'withdrawn', 'taken'] as const) {
    expect(stateAt(offer(state), new Date(2_000))).toBe(state)
  }
})

test.each([
  ['an open lead', {}, undefined],
  ['one that others were offered', { offers: [offer('open'), offer('declined', 2)] }, undefined],
  ['one that was withdrawn', { offers: [offer('withdrawn')] }, undefined],
  ['one in quarantine', { isQuarantined: true }, 'quarantined'],
  ['one that a contractor has', { outcome: 'matched', offers: [offer('accepted')] }, 'matched'],
  [
    'one that a contractor had and did',
    { outcome: 'done', offers: [offer('accepted')] },
    'matched',
  ],
  ['one that is done', { outcome: 'done' }, 'over'],
  ['one that is lost', { outcome: 'lost' }, 'over'],
] as const)('can %s be offered?', (_name, changes, problem) => {
  expect(whyNotMatchable(referral(changes))).toBe(problem)
})

test('a contractor has an offer until it is answered, taken back, or over', () => {
  const offers = [offer('declined', 1), offer('open', 2)]
  const offered = (contractorId: number, now: number) =>
    isOfferedTo(referral({ offers }), contractorId, new Date(now))
  expect([offered(1, 0), offered(2, 0), offered(2, 1_000), offered(3, 0)]).toEqual([
    false,
    true,
    false,
    false,
  ])
})

test('a lead that is neither done nor lost is matched while a contractor has it', () => {
  expect(outcomeByOffers(referral({ offers: [offer('accepted')] }))).toBe('matched')
  expect(outcomeByOffers(referral({ offers: [offer('withdrawn'), offer('open')] }))).toBe('open')
})
