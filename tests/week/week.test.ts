/** @module-tag slow */

import { expect, test } from 'vitest'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import type { HeldWeek, Sent } from './held-week.ts'
import { company, endsOf, mannersOf, replay, subjectsTo, visitorsOf } from './people.ts'

/** The page of each visitor names the contractor who has the request, and else none. */
async function checkPages(week: HeldWeek, sent: Record<string, Sent>, companies: string[]) {
  for (const [name, { id, page }] of Object.entries(sent)) {
    const { outcome, offers } = await week.referral(id)
    const holder = offers.find(({ state }) => state === 'accepted')
    const text = await week.open(page)
    const named = companies.filter((companyName) => text.includes(companyName))
    expect(named, name).toEqual(
      outcome === 'matched' && holder ? [holder.contractor.companyName] : [],
    )
  }
}

describeOnDatabase('a week', ({ location }) => {
  test('ends with every customer matched or at the top of the list, and everyone told once', async () => {
    await replay(location(), '2026-10-31T20:00-04:00', async (week) => {
      const { accepts, declines, handsBack, saysYes } = mannersOf(week)
      await week.addContractor(company('Silent', 'Deltona'))
      await week.addContractor(company('Declining', 'Deltona'), declines)
      await week.addContractor(company('Returning', 'Deltona'), handsBack)
      await week.addContractor(company('Willing', 'DeBary'), accepts(30))
      const leaving = await week.addContractor(company('Leaving', 'Osteen'), accepts(10))
      await week.addContractor(company('Staying', 'Osteen'), accepts(200))
      await week.addContractor(company('Vague', 'Enterprise'), saysYes(10))
      const rescuers = ['First', 'Second', 'Third']
      for (const [index, name] of rescuers.entries()) {
        const fields = { ...company(name, 'Sanford'), answersEmergencies: true }
        // One request after the other: news of one kind within a minute may be one mail or two. The first
        // has taken both before the next one takes any.
        let read = 0
        await week.addContractor(fields, (mail) => {
          read += 2
          return accepts(6 + 6 * index + read)(mail)
        })
      }

      const { sent, send, then, pageOf } = visitorsOf(week)
      const emergency = { service: 'emergency-hvac' }
      send('2026-10-31T21:39-04:00', 'Ceiling', '4 Oak Street, Deltona')
      then('2026-10-31T21:45-04:00', () => week.sendPhotograph(sent.Ceiling as Sent))
      // The clocks go back at two. Half an hour to answer an emergency is half an hour all the same.
      send('2026-11-01T01:50-04:00', 'NightOne', '9 Lake Road, Sanford', emergency)
      send('2026-11-01T01:50-04:00', 'NightTwo', '8 Lake Road, Sanford', emergency)
      send('2026-11-02T10:00-05:00', 'Changed', '5 Elm Street, DeBary')
      then('2026-11-02T12:00-05:00', () => week.fill(pageOf('Changed'), { add: 'withdrawn' }))
      send('2026-11-02T14:00-05:00', 'Miami', '100 Ocean Drive, Miami, FL 33139')
      send('2026-11-02T14:10-05:00', 'Zip', '32713')
      send('2026-11-02T14:20-05:00', 'Asked', 'Not required')
      const inDeBary = { add: 'place', town: 'DeBary' }
      then('2026-11-02T14:22-05:00', () => week.fill(pageOf('Asked'), inDeBary))
      send('2026-11-02T14:30-05:00', 'Unsaid', 'Not required')
      then('2026-11-03T08:59-05:00', () => week.loseMailServer(270))
      send('2026-11-03T09:00-05:00', 'Outage', '6 Elm Street, DeBary')
      send('2026-11-04T09:00-05:00', 'Left', '7 River Street, Osteen')
      then('2026-11-04T12:00-05:00', () =>
        week.ask('DELETE', pathTo(api.removeContractor, { contractorId: leaving })),
      )
      // Says when they call, and is never heard of again.
      send('2026-11-05T09:00-05:00', 'Waiting', '8 River Street, Enterprise')
      await week.runUntil(new Date('2026-11-06T14:00-05:00'))

      const owners = { Ceiling: 'nobody-left', Miami: 'outside', Unsaid: 'unknown-place' }
      expect(await endsOf(week, sent)).toEqual({
        ...owners,
        NightOne: 'matched',
        NightTwo: 'matched',
        Changed: 'cancelled',
        Zip: 'matched',
        Asked: 'matched',
        Outage: 'matched',
        Left: 'matched',
        Waiting: 'matched',
      })
      const list = await week.ask<{ name: string; waitsFor: string }[]>(
        'GET',
        `${api.leads.path}?limit=50&order=waiting`,
      )
      const ours = list.data.slice(0, 4).map(({ name, waitsFor }) => [name, waitsFor])
      expect(ours.toSorted()).toEqual(
        [...Object.keys(owners), 'Waiting'].map((name) => [`${name} Visitor`, 'us']).toSorted(),
      )
      const companies = [
        'Silent',
        'Declining',
        'Returning',
        'Willing',
        'Leaving',
        'Staying',
        'Vague',
      ]
      await checkPages(
        week,
        sent,
        [...companies, ...rescuers].map((name) => `${name} Air`),
      )

      const [received, introduced] = ['We have your request', 'A contractor has your request']
      const looking = 'We’re finding you another contractor'
      const how = 'Did they show up?'
      const visitors: Record<string, string[]> = {
        Ceiling: [introduced, looking, received],
        NightOne: [introduced, how, received],
        NightTwo: [introduced, how, received],
        Changed: [introduced, received],
        Zip: [introduced, received],
        Miami: ['About your request'],
        Asked: [introduced, received],
        Unsaid: [received],
        Outage: [introduced, received],
        Left: [introduced, introduced, looking, received],
        Waiting: [introduced, received],
      }
      for (const [name, subjects] of Object.entries(visitors)) {
        expect(subjectsTo(week, `${name.toLowerCase()}@example.net`), name).toEqual(
          subjects.toSorted(),
        )
      }

      const [usual, urgent] = ['AC Repair & Installation', 'Emergency HVAC']
      const asked = (town: string) => `Can you take this? ${usual}, ${town}`
      const theirs = (town: string) => `It’s yours: ${usual}, ${town}`
      const recalled = (town: string) => `Please don’t call: ${usual}, ${town}`
      const times = <Value>(count: number, value: Value) => Array(count).fill(value) as Value[]
      const askedInVain = [
        ...times(2, `Emergency: Can you take this? ${urgent}, Sanford`),
        ...times(2, `Taken: ${urgent}, Sanford`),
      ]
      const contractors: Record<string, string[]> = {
        Silent: [asked('Deltona')],
        Declining: [asked('Deltona')],
        Returning: [asked('Deltona'), theirs('Deltona')],
        Willing: [
          ...[...times(4, asked('DeBary')), ...times(4, theirs('DeBary'))],
          recalled('DeBary'),
        ],
        Leaving: [asked('Osteen'), theirs('Osteen'), recalled('Osteen')],
        Staying: [asked('Osteen'), theirs('Osteen')],
        Vague: [asked('Enterprise'), `Have you called? ${usual}, Enterprise`, theirs('Enterprise')],
        // All three are asked about both, the first who answers has both, and the others hear of it.
        First: [
          ...times(2, `Emergency: It’s yours: ${urgent}, Sanford`),
          ...times(2, `Emergency: Can you take this? ${urgent}, Sanford`),
        ],
        Second: askedInVain,
        Third: askedInVain,
      }
      for (const [name, subjects] of Object.entries(contractors)) {
        expect(subjectsTo(week, `${name.toLowerCase()}@example.org`), name).toEqual(
          subjects.toSorted(),
        )
      }

      const of = (name: string) => `(${name} Visitor, ${usual})`
      const ofUrgent = (name: string) => `(${name} Visitor, ${urgent})`
      const office = [
        ...Object.keys(sent)
          .filter((name) => !name.startsWith('Night'))
          .map((name) => `New request: ${name} Visitor, ${usual}`),
        ...['NightOne', 'NightTwo'].flatMap((name) => [
          `EMERGENCY: New request: ${name} Visitor, ${urgent}`,
          `EMERGENCY: Accepted: First Air ${ofUrgent(name)}`,
        ]),
        `Accepted: Returning Air ${of('Ceiling')}`,
        `Handed back: Returning Air ${of('Ceiling')}`,
        `No contractor found yet ${of('Ceiling')}`,
        ...['Changed', 'Zip', 'Asked', 'Outage'].map((name) => `Accepted: Willing Air ${of(name)}`),
        `Canceled by the customer: Willing Air ${of('Changed')}`,
        `Outside the towns you serve ${of('Miami')}`,
        `We don’t know the town ${of('Unsaid')}`,
        ...Object.keys(owners).map(
          (name) => `Waiting longer than promised: no contractor has it ${of(name)}`,
        ),
        ...['Leaving', 'Staying'].map((name) => `Accepted: ${name} Air ${of('Left')}`),
        `Accepted: Vague Air ${of('Waiting')}`,
        `The promised call isn’t confirmed: Vague Air ${of('Waiting')}`,
        `Its contractor was removed from your list: Leaving Air ${of('Left')}`,
      ]
      expect(subjectsTo(week, 'office@example.com')).toEqual(office.toSorted())
    })
  })
})
