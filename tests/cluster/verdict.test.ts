import { expect, test } from 'vitest'
import { readVisits, type Visit } from './load.ts'
import type { MadeFault } from './make-faults.ts'
import { judge, type Outcome } from './verdict.ts'

const second = 1_000
const lead = (name: string, more: Partial<Visit> = {}): Visit => ({
  ...{ kind: 'lead', name, began: second, ended: second + 100, status: 201 },
  ...more,
})
const page = (began: number, status: number | null = 200): Visit => ({
  ...{ kind: 'page', began, ended: began + 10, status },
})
const mail = (name: string, to = 'office@example.com', at = 2 * second) => ({
  ...{ name, to, at, messageId: `<${name}>`, isDirect: false },
})
const row = (name: string) => ({ name, isQuarantined: false })

/** From the tenth to the sixtieth second; another primary accepted writes after twenty. */
const killed: MadeFault = {
  name: 'primary killed',
  began: 10 * second,
  mended: 35 * second,
  silent: 40 * second,
  recovered: 60 * second,
  said: 13 * second,
  promotion: { promotedAt: 30 * second, storedAt: 31 * second },
  mustSay: true,
  losesOutcomes: false,
}
const nodeKilled = { ...killed, name: 'a node killed', losesOutcomes: true }

const fine: Outcome = {
  visits: [lead('Ann'), lead('Bob'), page(second), page(12 * second)],
  leads: [row('Ann'), row('Bob')],
  mails: [mail('Ann'), mail('Bob')],
  recipients: ['office@example.com'],
  faults: [killed],
  others: [],
}

test('a run in which all is well has no problem', () => {
  const { problems, rows, totals } = judge(fine)
  expect(problems).toEqual([])
  expect(rows[0]).toMatchObject({ visits: 1, failed: '-', failoverMs: 20_000, storedMs: 1_000 })
  expect(totals).toMatchObject({ pages: 2, leads: 2, acknowledged: 2, stored: 2, lost: 0 })
})

test('visitors may be turned away for as long as the failover takes', () => {
  const visits = [...fine.visits, page(11 * second, 503), page(30 * second, null)]
  const { problems, rows } = judge({ ...fine, visits })
  expect(problems).toEqual([])
  expect(rows[0]).toMatchObject({ failed: '1 page 503, 1 page unanswered', turnedAwayMs: 19_000 })
})

test('a second mail is explained by a process that ended before it knew of the first', () => {
  const mails = [...fine.mails, mail('Ann', undefined, 20 * second)]
  const first = mails.map((each) => ({ ...each, at: each.at + 10 * second }))
  const outcome = { ...fine, mails: first, faults: [nodeKilled] }
  expect(judge(outcome).problems).toEqual([])
  expect(judge(outcome).totals['told twice after an unknown outcome']).toBe(1)
})

test.each<[string, Partial<Outcome>]>([
  ['lost: 1 (Bob)', { leads: [row('Ann')], mails: [mail('Ann')] }],
  ['doubled: 1 (Bob)', { leads: [...fine.leads, row('Bob')] }],
  ['in quarantine: 1', { leads: [row('Ann'), { ...row('Bob'), isQuarantined: true }] }],
  ['not told: 1 (Bob to office@example.com)', { mails: [mail('Ann')] }],
  ['told twice: 1 (Ann', { mails: [...fine.mails, mail('Ann')] }],
  ['told twice: 1 (Ann', { mails: [...fine.mails, mail('Ann')], faults: [nodeKilled] }],
  ['not told: 2', { recipients: ['office@example.com', 'owner@example.com'] }],
  ['failed without a fault: 1', { visits: [...fine.visits, page(90 * second, 502)] }],
  [
    'turned away for 40000 ms, of 20000',
    { visits: [...fine.visits, page(11 * second, 503), page(51 * second, 503)] },
  ],
  ['did not say why', { faults: [{ ...killed, said: undefined }] }],
  ['did not say why', { faults: [{ ...killed, said: 25 * second }] }],
  ['silent after 45000 ms', { faults: [{ ...killed, silent: 80 * second }] }],
  [
    'stored 9000 ms after',
    { faults: [{ ...killed, promotion: { promotedAt: 30_000, storedAt: 39_000 } }] },
  ],
  ['no lead was acknowledged', { visits: [], leads: [], mails: [] }],
  ['a backup is missing', { others: ['a backup is missing'] }],
])('%s is a problem', (what, change) => {
  expect(judge({ ...fine, ...change }).problems.join('\n')).toContain(what)
})

test('visits are read from what the load tool has written down', () => {
  const begun =
    '1000;<0.1.0>;Visitor 7-0\n1100;<0.2.0>;-\n1200;<0.3.0>;Visitor 7-1\n1300;<0.4.0>;-\n'
  const dump = [
    '#date;pid;id;http method;host;URL;HTTP status;size;duration;transaction;match;error;tag',
    '1.25;<0.1.0>;1;post;127.0.0.1;/api/contact;201;17;3.1;-;;;',
    '1.3;<0.2.0>;2;get;127.0.0.1;/;200;17;3.1;-;;;',
    '1.4;<0.3.0>;3;post;127.0.0.1;/api/contact;error_no_http_status;0;3.1;-;;;',
  ].join('\n')
  expect(readVisits(begun, dump)).toEqual([
    { kind: 'lead', name: 'Visitor 7-0', began: 1000, ended: 1250, status: 201 },
    { kind: 'page', began: 1100, ended: 1300, status: 200 },
    { kind: 'lead', name: 'Visitor 7-1', began: 1200, ended: 1400, status: null },
    { kind: 'page', began: 1300, ended: null, status: null },
  ])
})
