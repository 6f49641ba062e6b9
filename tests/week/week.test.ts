import { expect, test } from 'vitest'
import { apiPaths, contractorPath } from '#/contracts/routes.ts'
import { readConfig } from '#/server/config/config.ts'
import { testConfig } from '#tests/support/app-builder.ts'
import { makeCertificate } from '#tests/support/certificate.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { withHeldSite } from '../../scripts/demo/held-site.ts'
import { localTime, minutesAfter } from '../../scripts/demo/world.ts'
import { createHeldWeek, type HeldWeek, type Mail, offerLinkIn, type Sent } from './held-week.ts'

const at = (local: string) => new Date(local)

/** Everything that happens is told to the people of a new site, whose clock stands at a time. */
async function replay(
  location: { dataDir: string; databaseUrl?: string | undefined },
  start: Date,
  run: (week: HeldWeek, mailServer: Awaited<ReturnType<typeof startMailServer>>) => Promise<void>,
): Promise<void> {
  const certificate = await makeCertificate()
  const mailServer = await startMailServer(certificate, () => 'accept', { isSecure: false })
  const { smtp } = readConfig({ SMTP_URL: mailServer.url, DATA_DIR: location.dataDir })
  const config = { ...testConfig(), ...location, smtp }
  try {
    await withHeldSite(config, silentLogger, async (site) =>
      run(await createHeldWeek(site, mailServer, start), mailServer),
    )
  } finally {
    await mailServer.goAway()
  }
}

describeOnDatabase('a week', ({ location }) => {
  test('ends with every customer matched or at the top of the list, and everyone told once', {
    timeout: 300_000,
  }, async () => {
    await replay(location(), at('2026-10-31T20:00-04:00'), async (week, mailServer) => {
      const { ask, plan, fill } = week
      await ask('POST', apiPaths.recipients, { email: 'office@example.com' })
      await ask('POST', apiPaths.visitorMails, { sendsMails: true })
      await ask('PUT', apiPaths.offerSettings, { isAutomatic: true })

      /** Says yes by the link of the mail, and calls an hour later. */
      const accepts = (afterMinutes: number) => (mail: Mail) => {
        const link = offerLinkIn(mail)
        if (!link || !/can you take/i.test(mail.subject)) return undefined
        const act = () =>
          fill(`${link}/accept`, { callAt: localTime(minutesAfter(week.now(), 60)) })
        return { afterMinutes, act }
      }
      const declines = (mail: Mail) => {
        const link = offerLinkIn(mail)
        if (!link || !/can you take/i.test(mail.subject)) return undefined
        return { afterMinutes: 20, act: () => fill(`${link}/decline`, { reason: 'too-busy' }) }
      }
      const company = (companyName: string, town: 'Deltona' | 'DeBary' | 'Sanford') => ({
        companyName,
        email: `${companyName.split(' ')[0]?.toLowerCase()}@example.org`,
        towns: [town],
      })
      await week.addContractor(company('Silent Air', 'Deltona'))
      await week.addContractor(company('Declining Air', 'Deltona'), declines)
      await week.addContractor(company('Willing Air', 'DeBary'), accepts(30))
      const urgent = { answersEmergencies: true }
      for (const name of ['First', 'Second', 'Third']) {
        const fields = { ...company(`${name} Rescue`, 'Sanford'), ...urgent }
        await week.addContractor(fields, accepts(8))
      }

      const sent: Record<string, Sent> = {}
      const send = (when: string, name: string, fields: Record<string, unknown>) =>
        plan(at(when), async () => {
          sent[name] = await week.sendRequest({
            name: `${name} Visitor`,
            email: `${name.toLowerCase()}@example.net`,
            phone: `(386) 555-01${String(Object.keys(sent).length).padStart(2, '0')}`,
            message: `It is ${name}.`,
            ...fields,
          })
        })
      send('2026-10-31T21:39-04:00', 'Ceiling', { address: '4 Oak Street, Deltona' })
      plan(at('2026-10-31T21:45-04:00'), () => week.sendPhotograph(sent.Ceiling as Sent))
      const emergency = { service: 'emergency-hvac', address: '9 Lake Road, Sanford' }
      send('2026-11-01T01:50-04:00', 'NightOne', emergency)
      send('2026-11-01T01:50-04:00', 'NightTwo', emergency)
      send('2026-11-02T10:00-05:00', 'Changed', { address: '5 Elm Street, DeBary' })
      plan(at('2026-11-02T12:00-05:00'), () => fill(sent.Changed?.page ?? '', { add: 'withdrawn' }))
      send('2026-11-03T09:00-05:00', 'Outage', { address: '6 Elm Street, DeBary' })
      plan(at('2026-11-03T08:59-05:00'), () => mailServer.goAway())
      plan(at('2026-11-03T13:30-05:00'), () => mailServer.comeBack())
      await week.runUntil(at('2026-11-07T14:00-05:00'))

      for (const mail of week.mails) console.log(localTime(mail.at), mail.to, '|', mail.subject)
      for (const [name, { id }] of Object.entries(sent)) {
        const { outcome, offers } = await week.referral(id)
        console.log(name, outcome, offers.map((o) => `${o.companyName} ${o.state} ${localTime(new Date(o.expiresAt))}`))
      }
      expect(contractorPath(1)).toBeTruthy()
    })
  })
})
