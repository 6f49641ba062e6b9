import { expect, test } from 'vitest'
import { findProblems, type Outcome, type Try } from './check.ts'

const attempt = (name: string, more: Partial<Try> = {}): Try => ({
  name,
  isValid: true,
  submissionId: `id of ${name}`,
  place: 0,
  began: 0,
  ended: 10,
  status: 201,
  faults: [],
  ...more,
})
const lead = (id: number, name: string) => ({
  id,
  name,
  submissionId: `id of ${name}`,
  isQuarantined: false,
  deliveries: 1,
  sent: 1,
  attempts: 1,
})
const mail = (name: string, at = 0) => ({
  name,
  to: 'told@example.com',
  messageId: `<${name}>`,
  at,
})

const [ann, bob] = [lead(1, 'Ann'), lead(2, 'Bob')]

/** Ann is answered at once, Bob at the second try, and what Eve sends is invalid. */
const fine: Outcome = {
  tries: [
    attempt('Ann'),
    attempt('Bob', { status: null, faults: ['product killed'] }),
    attempt('Bob'),
    attempt('Eve', { isValid: false, status: 422 }),
  ],
  leads: [ann, bob],
  mails: [mail('Ann'), mail('Bob'), mail('Bob', 1_000)],
  counts: { total: 2, matching: 2, bySource: 2, thisWeek: 2 },
  journal: [],
  leaseMs: 1_000,
}

test('a run in which all is well has no problem', () => {
  expect(findProblems(fine)).toEqual([])
})

test.each<[string, Partial<Outcome>]>([
  ['lost', { leads: [ann] }],
  ['doubled', { leads: [ann, bob, lead(3, 'Bob')] }],
  ['stored though refused', { leads: [ann, bob, lead(3, 'Eve')] }],
  ['never sent', { leads: [ann, bob, lead(3, 'Joe')] }],
  ['stored under another id', { leads: [ann, { ...bob, submissionId: 'other' }] }],
  ['in quarantine', { leads: [ann, { ...bob, isQuarantined: true }] }],
  ['attempts differ from deliveries', { leads: [ann, { ...bob, attempts: 2 }] }],
  ['turned away', { tries: [...fine.tries, attempt('Ann', { status: 503 })] }],
  ['turned away', { tries: [...fine.tries, attempt('Ann', { status: 503, faults: ['deploy'] })] }],
  [
    'left without an answer',
    { tries: [...fine.tries, attempt('Ann', { status: null, faults: ['deploy'] })] },
  ],
  ['answered wrongly', { tries: [...fine.tries, attempt('Ann', { status: 500 })] }],
  ['answered wrongly', { tries: [...fine.tries, attempt('Eve', { isValid: false })] }],
  ['not notified', { mails: [mail('Ann')] }],
  ['notified though no lead', { mails: [...fine.mails, mail('Eve')] }],
  [
    'notified under several ids',
    { mails: [...fine.mails, { ...mail('Ann', 5_000), messageId: '<x>' }] },
  ],
  [
    'one id for several leads',
    { mails: fine.mails.map((each) => ({ ...each, messageId: '<x>' })) },
  ],
  ['mails doubled', { mails: [...fine.mails, mail('Ann', 999)] }],
  ['left in the journal', { journal: ['a.json.damaged'] }],
  ['counted otherwise by the inbox', { counts: { ...fine.counts, total: 3 } }],
])('%s is a problem', (what, change) => {
  expect(findProblems({ ...fine, ...change }).join('\n')).toContain(`${what}: 1`)
})
