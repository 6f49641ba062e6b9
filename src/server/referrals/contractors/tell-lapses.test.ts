import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { ContractorMail, OwnerMail } from '#/contracts/notifications/mails.ts'
import type { ContractorFields } from '#/contracts/referrals/contractors.ts'
import { contractors, offers } from '#/server/db/tables/schema.ts'
import { claimUnderLock } from '#/server/jobs/process-locks.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { acceptedOffer, contractorFields } from '#tests/support/factories.ts'
import { storeLead } from '#tests/support/leads/store-lead.ts'
import { tellLapses } from './tell-lapses.ts'

describeOnDatabase('the mail about papers that lapse', (database) => {
  let toThem: string[]
  beforeEach(async () => {
    toThem = []
    await database.handle().db.execute(sql`truncate contractors, offers, lapse_notices cascade`)
  })

  const add = (overrides: Partial<ContractorFields>) =>
    database.handle().db.insert(contractors).values(contractorFields(overrides))

  /** What is told on that day, by N processes at once. */
  async function toldOn(day: string, { processes = 1, isSent = true } = {}): Promise<string[][]> {
    const mails: Extract<OwnerMail, { kind: 'lapses' }>[] = []
    const deps = {
      db: database.handle().db,
      siteUrl: 'https://site.example',
      tellOwner: async (mail: OwnerMail) => {
        if (mail.kind === 'lapses') mails.push(mail)
        return isSent
      },
      accountMails: {
        sendInBackground: (to: string, mail: ContractorMail) =>
          void (mail.kind === 'own-lapse' && toThem.push(`${to}: ${mail.lapse}`)),
      },
    }
    const noon = Date.parse(`${day}T17:00:00Z`)
    await Promise.all(Array.from({ length: processes }, () => tellLapses(deps, noon)))
    for (const { link } of mails) expect(link).toBe('https://site.example/admin/contractors')
    return mails.map(({ lapses }) => [...lapses])
  }

  test('is sent thirty days before, once for each day on which one lapses', async () => {
    await add({
      companyName: 'Bay',
      licenseExpiresOn: '2027-03-31',
      insuranceExpiresOn: '2027-03-20',
    })
    expect(await toldOn('2027-02-17')).toEqual([])
    expect(await toldOn('2027-02-18')).toEqual([
      ['Bay: Insurance expires in 30 days, on Mar 20, 2027.'],
    ])
    expect(await toldOn('2027-02-19')).toEqual([])
    expect(await toldOn('2027-03-01')).toEqual([
      ['Bay: License expires in 30 days, on Mar 31, 2027.'],
    ])
    // Renewed for a year, it is told of again a year later.
    const renewed = { insuranceExpiresOn: '2028-03-20', licenseExpiresOn: '2029-03-31' }
    await database.handle().db.update(contractors).set(renewed)
    expect(await toldOn('2027-03-25')).toEqual([])
    expect(await toldOn('2028-03-19')).toEqual([
      ['Bay: Insurance expires in 1 day, on Mar 20, 2028.'],
    ])
  })

  test('is one mail for all of them, from one of several processes', async () => {
    await add({ companyName: 'Gone', insuranceExpiresOn: '2027-02-01' })
    await add({ companyName: 'Soon', licenseExpiresOn: '2027-03-01' })
    await add({ companyName: 'Removed', licenseExpiresOn: '2027-03-01' })
    await database
      .handle()
      .db.update(contractors)
      .set({ removedAt: new Date() })
      .where(sql`company_name = 'Removed'`)
    const told = await toldOn('2027-02-20', { processes: 5 })
    expect(told.flat().sort()).toEqual([
      'Gone: Insurance expired on Feb 1, 2027.',
      'Soon: License expires in 9 days, on Mar 1, 2027.',
    ])
  })

  test('of who has jobs is sent again after the last day, to them too', async () => {
    const { db } = database.handle()
    await add({ companyName: 'Bay', email: 'bay@example.com', licenseExpiresOn: '2027-03-01' })
    expect(await toldOn('2027-02-20')).toHaveLength(1)
    const id = await storeLead(database.handle())
    const [bay] = await db.select().from(contractors)
    const lead = { id, createdAt: new Date() }
    await db.insert(offers).values(acceptedOffer(lead, bay?.id ?? 0, 5))
    await db.execute(sql`update referrals set stage = 'matched' where lead_id = ${id}`)
    expect([await toldOn('2027-03-01'), toThem]).toEqual([[], []])
    expect(await toldOn('2027-03-02')).toEqual([['Bay: License expired on Mar 1, 2027.']])
    expect(await toldOn('2027-03-03')).toEqual([])
    expect(toThem).toEqual(['bay@example.com: License expired on Mar 1, 2027.'])
  })

  test('is tried again when it did not leave, and not while another process is at it', async () => {
    await add({ companyName: 'Bay', licenseExpiresOn: '2027-03-01' })
    const line = 'Bay: License expires in 9 days, on Mar 1, 2027.'
    expect(await toldOn('2027-02-20', { isSent: false })).toEqual([[line]])
    expect(await toldOn('2027-02-20', { isSent: false })).toEqual([[line]])
    const { db } = database.handle()
    const other = await claimUnderLock(db, 'lapses', async () => 'it')
    expect(await toldOn('2027-02-20')).toEqual([])
    await other?.end()
    expect(await toldOn('2027-02-20')).toEqual([[line]])
    expect(await toldOn('2027-02-20')).toEqual([])
  })
})
