import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { OfferHours } from '#/contracts/referrals/contractors.ts'
import type { TownName } from '#/contracts/referrals/towns.ts'
import { apiPaths, contractorPath } from '#/contracts/routes.ts'
import { readConfig } from '#/server/config/config.ts'
import type { DatabaseLocation } from '#/server/db/database.ts'
import { testConfig } from '#tests/support/app-builder.ts'
import { makeCertificate } from '#tests/support/certificate.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { withHeldSite } from '../../scripts/demo/held-site.ts'
import { localTime, minutesAfter } from '../../scripts/demo/world.ts'
import { createHeldWeek, type HeldWeek, type Mail, offerLinkIn, type Sent } from './held-week.ts'

/** Has people use a new site, whose clock stands at a time at first, with a mail server of its own. */
async function replay(
  location: DatabaseLocation,
  start: Date,
  run: (week: HeldWeek) => Promise<void>,
): Promise<void> {
  const certificate = await makeCertificate()
  const mailServer = await startMailServer(certificate, () => 'accept', { isSecure: false })
  const { smtp } = readConfig({ SMTP_URL: mailServer.url, DATA_DIR: location.dataDir })
  const config = { ...testConfig(), ...location, smtp }
  try {
    await withHeldSite(config, silentLogger, async (site) =>
      run(await createHeldWeek(site, mailServer, start)),
    )
  } finally {
    await mailServer.goAway()
  }
}

/** What the companies do with their mails. */
function mannersOf(week: HeldWeek) {
  const { now, fill } = week
  const isAsked = ({ subject }: Mail) => /can you take this/i.test(subject)
  const inAnHour = () => localTime(minutesAfter(now(), 60))
  const accepts = (afterMinutes: number) => (mail: Mail) => {
    const link = offerLinkIn(mail)
    if (!link || !isAsked(mail)) return undefined
    return { afterMinutes, act: () => fill(`${link}/accept`, { callAt: inAnHour() }) }
  }
  return {
    accepts,
    declines: (mail: Mail) => {
      const link = offerLinkIn(mail)
      if (!link || !isAsked(mail)) return undefined
      return { afterMinutes: 20, act: () => fill(`${link}/decline`, { reason: 'too-busy' }) }
    },
    /** Says yes, and an hour and a half later that they can't after all. */
    handsBack: (mail: Mail) => {
      const link = offerLinkIn(mail)
      if (!link || isAsked(mail)) return accepts(15)(mail)
      if (!/it is yours/i.test(mail.subject)) return undefined
      return { afterMinutes: 90, act: () => fill(`${link}/hand-back`, { reason: 'too-busy' }) }
    },
  }
}

describeOnDatabase('a week', ({ location }) => {
  test('ends with every customer matched or at the top of the list, and everyone told once', {
    timeout: 300_000,
  }, async () => {
    await replay(location(), new Date('2026-10-31T20:00-04:00'), async (week) => {
      const { ask, plan, fill, select } = week
      await ask('POST', apiPaths.recipients, { email: 'office@example.com' })
      await ask('POST', apiPaths.visitorMails, { sendsMails: true })
      await ask('PUT', apiPaths.offerSettings, { isAutomatic: true })

      const { accepts, declines, handsBack } = mannersOf(week)
      const company = (name: string, ...towns: TownName[]) => ({
        companyName: `${name} Air`,
        email: `${name.toLowerCase()}@example.org`,
        towns,
      })
      await week.addContractor(company('Silent', 'Deltona'))
      await week.addContractor(company('Declining', 'Deltona'), declines)
      await week.addContractor(company('Returning', 'Deltona'), handsBack)
      await week.addContractor(company('Willing', 'DeBary'), accepts(30))
      const leaving = await week.addContractor(company('Leaving', 'Osteen'), accepts(10))
      await week.addContractor(company('Staying', 'Osteen'), accepts(200))
      for (const name of ['First', 'Second', 'Third']) {
        const fields = { ...company(name, 'Sanford'), answersEmergencies: true }
        await week.addContractor(fields, accepts(8))
      }

      const sent: Record<string, Sent> = {}
      const pageOf = (name: string) => sent[name]?.page ?? ''
      const send = (when: string, name: string, address: string, fields: object = {}) =>
        plan(new Date(when), async () => {
          sent[name] = await week.sendRequest({
            ...{ address, name: `${name} Visitor`, email: `${name.toLowerCase()}@example.net` },
            phone: `(386) 555-01${String(Object.keys(sent).length).padStart(2, '0')}`,
            message: `It is ${name}.`,
            ...fields,
          })
        })
      const then = (when: string, act: () => Promise<unknown>) => plan(new Date(when), act)

      send('2026-10-31T21:39-04:00', 'Ceiling', '4 Oak Street, Deltona')
      then('2026-10-31T21:45-04:00', () => week.sendPhotograph(sent.Ceiling as Sent))
      // The clocks go back at two. The half hour to answer an emergency is half an hour.
      send('2026-11-01T01:50-04:00', 'NightOne', '9 Lake Road, Sanford', {
        service: 'emergency-hvac',
      })
      send('2026-11-01T01:50-04:00', 'NightTwo', '8 Lake Road, Sanford', {
        service: 'emergency-hvac',
      })
      send('2026-11-02T10:00-05:00', 'Changed', '5 Elm Street, DeBary')
      then('2026-11-02T12:00-05:00', () => fill(pageOf('Changed'), { add: 'withdrawn' }))
      send('2026-11-02T14:00-05:00', 'Miami', '100 Ocean Drive, Miami, FL 33139')
      send('2026-11-02T14:10-05:00', 'Zip', '32713')
      send('2026-11-02T14:20-05:00', 'Nowhere', 'Not required')
      then('2026-11-02T14:22-05:00', () =>
        fill(pageOf('Nowhere'), { add: 'place', town: 'DeBary' }),
      )
      send('2026-11-02T14:30-05:00', 'Unsaid', 'Not required')
      then('2026-11-03T08:59-05:00', () => week.loseMailServer(270))
      send('2026-11-03T09:00-05:00', 'Outage', '6 Elm Street, DeBary')
      send('2026-11-04T09:00-05:00', 'Left', '7 River Street, Osteen')
      then('2026-11-04T12:00-05:00', () => ask('DELETE', contractorPath(leaving)))
      await week.runUntil(new Date('2026-11-07T14:00-05:00'))

      const log: string[] = []
      for (const mail of week.mails)
        log.push([localTime(mail.at), mail.to, mail.subject].join(' | '))
      for (const [name, { id }] of Object.entries(sent)) {
        const { outcome, offers } = await week.referral(id)
        log.push(
          `${name} ${outcome} ${offers.map((o) => `${o.companyName} ${o.state} ${localTime(new Date(o.expiresAt))}`)}`,
        )
        const [row] = await select(sql`select * from referrals where lead_id = ${id}`)
        log.push(JSON.stringify(row))
      }
      process.stdout.write(log.join('\n'))
      expect({} as OfferHours).toBeTruthy()
    })
  })
})
