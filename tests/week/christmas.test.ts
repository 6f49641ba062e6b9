/** @module-tag slow */

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { updateMail } from '#/content/mails.ts'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { type HeldWeek, type Mail, offerLinkIn } from './held-week.ts'
import { company, endsOf, mannersOf, replay, subjectsTo, visitorsOf } from './people.ts'

/** Another owner's area, and a day off of their own before the holiday. */
async function setUp(week: HeldWeek): Promise<void> {
  await week.ask('PUT', api.area.change.path, {
    region: 'Tampa Bay',
    county: 'Hillsborough County',
    radiusMinutes: '25',
    towns: 'Tampa: 33602, 33603\nBrandon: 33510\nRiverview: 33578\nTemple Terrace: 33617',
  })
  const eve = { isOpen: false, name: 'Christmas Eve' }
  await week.ask('PUT', pathTo(api.setHoliday, { day: '2026-12-24' }), eve)
}

describeOnDatabase('the week of Christmas', ({ location }) => {
  test('asks for an emergency at once, calls nobody at night, and ends with a yes or a reason', async () => {
    await replay(location(), '2026-12-21T08:00-05:00', async (week) => {
      await setUp(week)
      const { accepts, declines } = mannersOf(week, week.proposedCall)
      let answered = 0
      /** Takes emergencies at once or not at all, and all else when the holidays are over. */
      const rests = (minutes?: number) => (mail: Mail) => {
        if (mail.subject.startsWith('Emergency'))
          return minutes ? accepts(minutes)(mail) : undefined
        answered += 1
        const untilSaturday = (Date.parse('2026-12-26T08:30-05:00') - mail.at.getTime()) / 60_000
        return accepts(Math.max(untilSaturday, 0) + 5 * answered)(mail)
      }
      const inTampa = (name: string) => ({ ...company(name, 'Tampa'), answersEmergencies: true })
      await week.addContractor(inTampa('Harbor'), rests())
      await week.addContractor(inTampa('Bay'), rests(8))
      // Its offer of nine o'clock runs out at one.
      await week.addContractor(company('Late', 'Brandon'), accepts(4 * 60 + 5))
      await week.addContractor(company('Next', 'Brandon'))
      await week.addContractor(company('Refusing', 'Riverview'), declines)
      await week.addContractor(company('Terrace', 'Temple Terrace'), accepts(10))

      const { sent, send, then, pageOf } = visitorsOf(week)
      send('2026-12-21T09:00-05:00', 'Overslept', '3 Main Street, Brandon')
      send('2026-12-21T09:10-05:00', 'Nobody', '5 River Road, Riverview')
      send('2026-12-22T09:00-05:00', 'Moved', '7 Palm Court, Temple Terrace')
      then('2026-12-22T12:00-05:00', async () => {
        await week.fill(pageOf('Moved'), { town: 'Riverview', address: '8 Palm Court' })
        await week.fill(pageOf('Moved'), { word: 'The code of the gate is 4417.' })
      })
      const waiting = ['One', 'Two', 'Three', 'Four', 'Five', 'Six']
      for (const [index, name] of waiting.entries())
        send(`2026-12-23T17:1${index}-05:00`, name, '9 Bay Street, Tampa')
      send('2026-12-24T12:00-05:00', 'Eve', '1 Bay Street, Tampa 33602')
      const emergency = { service: 'emergency-hvac' }
      send('2026-12-25T10:00-05:00', 'Christmas', '2 Bay Street, Tampa', emergency)
      send('2026-12-26T21:30-05:00', 'Night', '4 Palm Court, Temple Terrace')
      const mailsTo = (name: string) => week.mails.filter(({ to }) => to.startsWith(`${name}@`))
      then('2026-12-26T21:35-05:00', async () => {
        const link = mailsTo('terrace').map(offerLinkIn).at(-1)
        const atNight = { callAt: '2026-12-27T02:00' }
        await expect(week.fill(`${link}/accept`, atNight)).rejects.toThrow('answered 400')
      })

      await week.runUntil(new Date('2026-12-25T09:59-05:00'))
      const open = await week.select(
        sql`select count(*)::int from offers where state = 'open' group by contractor_id`,
      )
      expect(open).toEqual([{ count: 3 }, { count: 3 }])
      expect((await week.referral(sent.Eve?.id ?? 0)).offers).toEqual([])
      await week.runUntil(new Date('2026-12-28T12:00-05:00'))

      const urgent = week.mails.filter(({ subject }) => /^Emergency: Can you/.test(subject))
      expect(urgent.map(({ to, at }) => `${to} ${at.toISOString()}`).toSorted()).toEqual([
        'bay@example.org 2026-12-25T15:00:00.000Z',
        'harbor@example.org 2026-12-25T15:00:00.000Z',
      ])
      expect(await week.open(pageOf('Christmas'))).toContain('Bay Air')
      const textsOf = (name: string, begin: string) =>
        mailsTo(name).flatMap(({ subject, text }) => (subject.startsWith(begin) ? text : []))
      expect(textsOf('terrace', 'Changed')).toEqual([
        expect.stringMatching(
          /our last email: where the work is, what the customer wrote\.[\s\S]*8 Palm Court, Riverview[\s\S]*gate is 4417/,
        ),
      ])
      const work = 'AC Repair & Installation, Brandon'
      const asked = `Can you take this? ${work}`
      expect(subjectsTo(week, 'late@example.org')).toEqual([asked, `It’s yours: ${work}`])
      expect(subjectsTo(week, 'next@example.org')).toEqual([asked, `Taken: ${work}`])
      const inVain = [expect.stringContaining('call us at (386) 555-0142')]
      expect(textsOf('nobody', 'About your request')).toEqual(inVain)
      expect(await week.open(pageOf('Nobody'))).toMatch(
        /We haven’t found a contractor yet .* Call \(386\) 555-0142/,
      )
      const callAt = RegExp(`${updateMail.facts.callAt}\\n *(.*)`)
      const calls = week.mails.flatMap(({ text }) => callAt.exec(text)?.[1] ?? [])
      expect(calls).toHaveLength(Object.keys(sent).length - 1)
      expect(calls.at(-1)).toBe('Monday, Dec 28, 2026, at 8:00 AM EST')
      const nightly = /\b(?:9|10|11):\d\d PM|\b(?:12|[1-7]):\d\d AM/
      expect(calls.filter((call) => nightly.test(call))).toEqual([])

      expect(await endsOf(week, sent)).toEqual({
        ...Object.fromEntries(Object.keys(sent).map((name) => [name, 'matched'])),
        Nobody: 'nobody-left',
      })
      const list = `${api.leads.path}?limit=1&order=waiting`
      const { data } = await week.ask<{ name: string; waitsFor: string }[]>('GET', list)
      expect(data[0]).toMatchObject({ name: 'Nobody Visitor', waitsFor: 'us' })
      const once = [
        ...week.taken.map(({ messageId }) => messageId),
        ...week.mails.map(({ to, subject }) => `${to}: ${subject}`),
      ]
      expect(once.filter((each, place) => once.indexOf(each) < place)).toEqual([])
    })
  })
})
