/** @module-tag slow */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { LeadDetails } from '#/contracts/leads/inbox.ts'
import { apiPaths, entryPath, leadPath } from '#/contracts/routes.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { localTime, minutesAfter } from '../../scripts/demo/world.ts'
import { type HeldWeek, type Mail, offerLinkIn } from './held-week.ts'
import { company, endsOf, replay, subjectsTo, visitorsOf } from './people.ts'

/** Says yes half an hour after they were asked. */
const accepts = (week: HeldWeek) => (mail: Mail) => {
  const link = /can you take this/i.test(mail.subject) && offerLinkIn(mail)
  if (!link) return undefined
  async function act() {
    const callAt = localTime(minutesAfter(week.now(), 60))
    return week.fill(`${link}/accept`, { callAt, atNight: callAt })
  }
  return { afterMinutes: 30, act }
}

const details = async (week: HeldWeek, id = 0) =>
  (await week.ask<LeadDetails>('GET', leadPath(apiPaths.lead, id))).data

describeOnDatabase('who calls twice', ({ location }) => {
  test('has one contractor, and both are told once', async () => {
    await replay(location(), '2026-11-02T08:00-05:00', async (week) => {
      await week.addContractor(company('Willing', 'Deltona'), accepts(week))
      await week.addContractor(company('Other', 'Deltona'), accepts(week))
      const { sent, send, then, pageOf } = visitorsOf(week)
      const person = { email: 'pat@example.net', phone: '(386) 555-0161' }
      send('2026-11-02T10:00-05:00', 'Once', '4 Oak Street, Deltona', person)
      send('2026-11-02T10:10-05:00', 'Twice', '4 Oak Street, Deltona', person)
      await week.runUntil(new Date('2026-11-02T11:00-05:00'))
      for (const { id } of Object.values(sent)) {
        const { stage, companyName } = await details(week, id)
        expect([stage, companyName]).toEqual(['matched', 'Willing Air'])
      }
      expect(subjectsTo(week, 'pat@example.net')).toEqual([
        ...['A contractor has your request', 'We have your request'],
      ])
      const [asked, theirs] = ['Can you take this?', 'It is yours:']
      const work = 'AC Repair & Installation, Deltona'
      expect(subjectsTo(week, 'willing@example.org')).toEqual([
        ...[`${asked} ${work}`, `${theirs} ${work}`],
      ])
      expect(subjectsTo(week, 'other@example.org')).toEqual([])
      const match = week.mails.find(({ subject }) => subject.startsWith(theirs))
      for (const name of Object.keys(sent)) expect(match?.text).toContain(`It is ${name}.`)

      // One of both is over: the contractor hears of it once, and comes for the other.
      then('2026-11-02T11:05-05:00', () => week.fill(pageOf('Twice'), { add: 'withdrawn' }))
      await week.runUntil(new Date('2026-11-02T11:10-05:00'))
      expect(subjectsTo(week, 'willing@example.org').filter((each) => /needed/.test(each))).toEqual(
        [`No longer needed: ${work}`],
      )
      expect(await endsOf(week, sent)).toEqual({ Once: 'matched', Twice: 'cancelled' })
      expect(await week.open(pageOf('Once'))).toContain('Willing Air')
    })
  })
})

describeOnDatabase('who gave a wrong number', ({ location }) => {
  test('costs the contractor nothing, once the owner agrees', async () => {
    await replay(location(), '2026-11-02T08:00-05:00', async (week) => {
      await week.ask('POST', apiPaths.feeRules, {
        ...{ contractorId: null, service: null, event: 'accepted', price: '45' },
        holdsFrom: '2026-01-01',
      })
      await week.addContractor(company('Willing', 'Deltona'), accepts(week))
      const { send } = visitorsOf(week)
      send('2026-11-02T10:00-05:00', 'Wrong', '4 Oak Street, Deltona')
      await week.runUntil(new Date('2026-11-02T11:00-05:00'))
      const ledger = () =>
        week.select<{ id: string; kind: string; cents: number }>(
          sql`select id, kind, amount_cents::int cents from ledger_entries order by id`,
        )
      const [fee] = await ledger()
      expect(fee).toMatchObject({ kind: 'fee', cents: 4_500 })
      const link = week.mails.map((mail) => /yours/.test(mail.subject) && offerLinkIn(mail))
      await week.fill(`${link.findLast(Boolean)}/credit`, {
        ...{ fee: String(fee?.id), reason: 'wrong-number', text: 'Nobody there' },
      })
      await week.runUntil(new Date('2026-11-02T11:10-05:00'))
      const office = subjectsTo(week, 'office@example.com')
      expect(office.filter((each) => /credit/i.test(each))).toHaveLength(1)
      const decision = entryPath(apiPaths.creditDecision, Number(fee?.id))
      await week.ask('PUT', decision, { isGranted: true })
      const kinds = (await ledger()).map(({ kind, cents }) => [kind, cents])
      expect(kinds).toEqual([
        ['fee', 4_500],
        ['credit', -4_500],
      ])
    })
  })
})

describeOnDatabase('who forgot the town', ({ location }) => {
  test('says it a day later, with a tap from the mail, and has a contractor', async () => {
    await replay(location(), '2026-11-02T08:00-05:00', async (week) => {
      await week.addContractor(company('Willing', 'DeBary'), accepts(week))
      const { sent, send, then } = visitorsOf(week)
      send('2026-11-02T10:00-05:00', 'Forgot', 'Not required')
      const linkInMail = () => {
        const mail = week.mails.find(({ to, text }) => /^forgot/.test(to) && /town=/.test(text))
        return /\/request\/\S+town=DeBary/.exec(mail?.text ?? '')?.[0] ?? ''
      }
      const opened: string[] = []
      then('2026-11-03T09:00-05:00', async () => {
        opened.push(await week.open(linkInMail()), (await details(week, sent.Forgot?.id)).waitsFor)
        const [page = ''] = linkInMail().split('?')
        await week.fill(page, { add: 'place', town: 'DeBary' })
      })
      await week.runUntil(new Date('2026-11-03T08:50-05:00'))
      expect(await details(week, sent.Forgot?.id)).toMatchObject({
        ...{ stage: 'nobody-left', waitsFor: 'us', reason: 'unknown-place' },
      })
      await week.runUntil(new Date('2026-11-03T10:00-05:00'))
      // To open the link has told nothing.
      expect(opened[0]).toContain('Yes, it is in DeBary')
      expect(opened[1]).toBe('us')
      expect(await endsOf(week, sent)).toEqual({ Forgot: 'matched' })
      expect(subjectsTo(week, 'willing@example.org')).toHaveLength(2)
    })
  })
})
