import { readdirSync, readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { business } from '#/content/business.ts'
import { builtInClaims } from '#/content/pages/about.ts'
import { dayMs, dayNames } from '#/contracts/days.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { publicPaths } from '#/contracts/site-routes.ts'
import { readConfig } from '#/server/config/config.ts'
import { notificationRecipients } from '#/server/db/tables/schema.ts'
import { rulesNow } from '#/server/referrals/store/rules-now.ts'
import { businessMinutesBetween, offerTimes, setOpeningWeek } from '#/server/time/business-hours.ts'
import { auditReader } from '#tests/support/accounts/audit-entries.ts'
import { buildTestApp, testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { anotherPerson, contactBody } from '#tests/support/factories.ts'
import { suiteFolder } from '#tests/support/own-folder.ts'
import { adminSite, anotherProcess } from '#tests/support/suite-site.ts'

const lakeside = {
  name: 'Lakeside Cooling Referrals',
  phone: '(407) 555-0188',
  domain: 'lakeside.example',
}

describeOnDatabase('the business as the owner says', (database) => {
  const { app, ask, db } = adminSite(database)
  const { wordsOf } = auditReader(() => database.handle())
  const folder = suiteFolder()
  /** As another process of the same site, which sends its mails as files. */
  const config = testConfig({ dataDir: folder.path, deliveryTimeScale: 0.01 })
  const elsewhere = anotherProcess(database, { build: { config }, listens: true })

  const bodyAt = async (at: FastifyInstance, url: string) => (await at.inject(url)).body
  async function refuses(path: string, typed: object, wrong: [field: string, value: unknown][]) {
    for (const [field, value] of wrong) {
      const { status, body } = await ask('PUT', path, { ...typed, [field]: value })
      expect([value, status, Object.keys(body.fields ?? {})]).toEqual([value, 400, [field]])
    }
  }

  test('stands on each page of each process within a second, and in mails and data for programs', async () => {
    const pages = ['/', '/contact', '/about', adminPaths.signIn]
    for (const at of [app(), elsewhere()]) {
      for (const page of pages) expect(await bodyAt(at, page)).toContain(business.name)
    }
    expect((await ask('GET', api.business.read.path)).data).toEqual({
      name: business.name,
      phone: business.phone,
      domain: business.domain,
      setByMachine: [],
    })
    const words = await wordsOf(() => ask('PUT', api.business.change.path, lakeside))
    expect(words).toEqual([
      `changed the name, phone number or domain of the business: ${lakeside.name}, ${lakeside.phone}, ${lakeside.domain} (done)`,
    ])
    expect((await ask('GET', api.business.read.path)).data).toEqual({
      name: lakeside.name,
      phone: '4075550188',
      domain: lakeside.domain,
      setByMachine: [],
    })
    for (const at of [app(), elsewhere()]) {
      for (const page of pages) {
        // A busy process answers with the page as it was until it has rendered it anew.
        await expect.poll(() => bodyAt(at, page), { timeout: 20_000 }).toContain(lakeside.name)
        const html = await bodyAt(at, page)
        expect(html).not.toMatch(/Breezeway|breezeway\.example|386\) 555-0142|3865550142/)
      }
      const html = await bodyAt(at, '/')
      expect(html).toContain(lakeside.phone)
      expect(html).toContain('href="tel:+14075550188"')
      expect(html).toContain(`"telephone":"+14075550188"`)
    }
    await db().insert(notificationRecipients).values({ email: 'office@example.com' })
    const payload = contactBody(anotherPerson())
    expect(
      (await elsewhere().inject({ method: 'POST', url: api.contact.path, payload })).statusCode,
    ).toBe(201)
    const mails = () =>
      readdirSync(`${folder.path}/mail`).map((file) =>
        readFileSync(`${folder.path}/mail/${file}`, 'utf8'),
      )
    await expect
      .poll(() => mails().join('\n'))
      .toMatch(/^From: Lakeside Cooling Referrals <hello@lakeside\.example>/m)
    expect(mails().join('\n')).not.toContain('Breezeway')
  })

  test('is read by a process that starts, before its first page', async () => {
    const other = await buildTestApp(database.handle())
    expect(await bodyAt(other, '/')).toContain(lakeside.name)
    await other.close()
  })

  test('stays as it is where it is not said, and where it cannot be', async () => {
    const before = (await ask('GET', api.business.read.path)).data
    await refuses(api.business.read.path, {}, [
      ['name', ' '],
      ['name', '{phone}'],
      ['name', 'x'.repeat(61)],
      ['phone', '555-0142'],
      ['phone', '(386) 555-0142 ext. 7'],
      ['phone', '(111) 555-0142'],
      ['domain', 'lakeside'],
      ['domain', 'https://lakeside.example/contact'],
    ])
    expect((await ask('GET', api.business.read.path)).data).toEqual(before)
    const typed = {
      name: '  Lakeside   <b>&</b> $& Sons ',
      domain: 'https://www.Lakeside.example/',
    }
    expect((await ask('PUT', api.business.change.path, typed)).data).toEqual({
      name: 'Lakeside <b>&</b> $& Sons',
      phone: before.phone,
      domain: lakeside.domain,
      setByMachine: [],
    })
    const html = await bodyAt(app(), '/')
    expect(html).not.toContain('<b>&</b>')
    expect(html).toContain('Lakeside &lt;b&gt;&amp;&lt;/b&gt; $&amp; Sons')
    expect(html).not.toContain('{name}')
    expect(
      (await ask('PUT', api.business.change.path, { phone: '+1 386.555.0199' })).data.phone,
    ).toEqual('3865550199')
  })

  test('opens in the hours that are set, on each page and in what is counted', async () => {
    onTestFinished(() => setOpeningWeek(business.hours.week))
    const monday = new Date('2026-03-02T05:00Z')
    const aWeek = () => businessMinutesBetween(monday, new Date(monday.getTime() + 7 * dayMs))
    expect(aWeek()).toBe(5 * 720 + 360)
    const hours = Object.fromEntries(
      dayNames.flatMap((day) => [
        [`${day}Opens`, day === 'Sunday' ? '9 AM' : ''],
        [`${day}Closes`, day === 'Sunday' ? '12:30 PM' : ''],
      ]),
    )
    const shut = await ask('PUT', api.openingHours.change.path, {
      ...hours,
      SundayOpens: '',
      SundayCloses: '',
    })
    expect([shut.status, shut.body.fields]).toEqual([
      400,
      { MondayOpens: 'Please open at least one day.' },
    ])
    expect((await ask('GET', api.openingHours.read.path)).data.week).toEqual(business.hours.week)
    const words = await wordsOf(() => ask('PUT', api.openingHours.change.path, hours))
    expect(words).toEqual([
      'changed the business hours: Mon-Sat Closed, Sun 9:00 AM-12:30 PM (done)',
    ])
    expect((await ask('GET', api.openingHours.read.path)).data).toEqual({
      week: [null, null, null, null, null, null, { opens: '09:00', closes: '12:30' }],
    })
    expect(aWeek()).toBe(210)
    await expect.poll(() => bodyAt(elsewhere(), '/')).toContain('Sun 9AM-12:30PM')
    for (const at of [app(), elsewhere()]) {
      const html = await bodyAt(at, '/contact')
      expect(html).toContain('Mon-Sat Closed')
      expect(html).not.toMatch(/Mon-Fri|7 ?:?0?0? ?[AP]M/)
    }
  })

  test('claims what is set, and a line that is answered at any hour only where there is one', async () => {
    const numbers = { projects: '', contractors: '12', areas: '2,000+', satisfaction: '100%' }
    const story = 'We began in a garage.\n\nWe still answer.'
    const isAlwaysAnswered = false
    await refuses(api.claims.read.path, numbers, [
      ['projects', 'many'],
      ['contractors', '1,00'],
      ['areas', '<b>'],
      ['satisfaction', '101%'],
    ])
    expect((await ask('GET', api.claims.read.path)).data).toEqual(builtInClaims)
    const words = await wordsOf(() =>
      ask('PUT', api.claims.change.path, { ...numbers, story, isAlwaysAnswered }),
    )
    expect(words).toEqual([
      'changed what the site claims: projects none, contractors 12, areas 2,000+, satisfaction 100%, not answered 24/7 (done)',
    ])
    await expect
      .poll(() => bodyAt(elsewhere(), '/about'), { timeout: 20_000 })
      .toContain('<dd>2,000+</dd>')
    for (const at of [app(), elsewhere()]) {
      const html = await bodyAt(at, '/about')
      expect(html).toContain('<dd>12</dd>')
      expect(html).not.toMatch(/1,000\+<\/dd>|Projects connected|covered passage/)
      expect(html).toContain('<p>We began in a garage.</p><p>We still answer.</p>')
    }
    expect(await bodyAt(app(), '/services/emergency-hvac')).toContain('<li>Emergency line</li>')
    for (const path of [...publicPaths, '/no-such-page']) {
      expect(
        (await bodyAt(app(), path)).match(/24\/7.{20}|{always}|a emergency|>emergency/)?.[0],
        path,
      ).toBe(undefined)
    }
  })

  test('asks contractors by the times that are set', async () => {
    expect((await ask('GET', api.offerTimes.read.path)).data).toEqual(business.offerTimes)
    const typed = { openingHours: '2', emergencyMinutes: '10', askedInEmergency: '1' }
    await refuses(api.offerTimes.read.path, typed, [
      ['openingHours', '0'],
      ['openingHours', '1.5'],
      ['emergencyMinutes', '4'],
      ['emergencyMinutes', ''],
      ['askedInEmergency', 'all'],
    ])
    const words = await wordsOf(() => ask('PUT', api.offerTimes.change.path, typed))
    expect(words).toEqual([
      'changed how long contractors have to answer: 2 business hours, 10 minutes in an emergency, 1 asked at once (done)',
    ])
    const { answerWithin } = rulesNow({ offersByItself: true, mailsVisitor: true })
    expect(answerWithin).toEqual({ usual: 120, emergency: 10 })
    expect(offerTimes()).toEqual({ openingHours: 2, emergencyMinutes: 10, askedInEmergency: 1 })
  })

  test('has its backups made as often as is set, by each process, and as many kept', async () => {
    const plan = async () => (await ask('GET', api.backupPlan.read.path)).data
    expect(await plan()).toEqual({ every: 'day', keep: 30 })
    await refuses(api.backupPlan.read.path, { every: 'hour', keep: '14' }, [
      ['every', 'week'],
      ['keep', '6'],
      ['keep', '181'],
    ])
    const words = await wordsOf(async () => {
      await ask('PUT', api.backupPlan.change.path, { every: 'hour', keep: '14' })
    })
    expect(words).toEqual([
      'changed when backups are made or how many are kept: every hour, 14 kept (done)',
    ])
    expect(await plan()).toEqual({ every: 'hour', keep: 14 })
    const minutesAhead = async () => {
      const { nextAt } = (await ask('GET', api.backups.path, undefined, elsewhere())).data
      return (Date.parse(nextAt) - Date.now()) / 60_000
    }
    await expect.poll(minutesAhead).toBeLessThanOrEqual(60)
  })

  test('is what the machine says, where that says anything', async () => {
    const { site, isSetByMachine, mail, backup } = readConfig({
      SITE_NAME: 'Of the machine',
      BACKUP_COMMAND: 'true',
    })
    const config = testConfig({ site, isSetByMachine, mail, backup })
    const other = await buildTestApp(database.handle(), { config })
    const { read, change } = api.business
    const expectShown = async () =>
      expect((await ask('GET', read.path, undefined, other)).data).toEqual({
        name: 'Of the machine',
        phone: '3865550199',
        domain: lakeside.domain,
        setByMachine: ['name'],
      })
    await expectShown()
    const { phone } = lakeside
    expect((await ask('PUT', change.path, { name: 'Other', phone }, other)).status).toBe(409)
    await expectShown()
    expect((await ask('PUT', change.path, { phone }, other)).data.phone).toBe('4075550188')
    const { needs } = (await ask('GET', api.needs.path, undefined, other)).data
    expect(needs.map(({ key }: { key: string }) => key)).not.toContain('backup')
    const html = await bodyAt(other, '/')
    expect(html).toContain('Of the machine')
    expect(html).toContain(lakeside.phone)
    await other.close()
  })
})
