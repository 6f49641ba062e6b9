import { beforeEach, expect, test } from 'vitest'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { contractorServiceIds } from '#/contracts/referrals/contractor-limits.ts'
import type { ContractorFields } from '#/contracts/referrals/contractors.ts'
import { serviceChoices } from '#/contracts/site/services.ts'
import { contractors } from '#/server/db/tables/schema.ts'
import { localDay } from '#/server/time/local-day.ts'
import { auditReader } from '#tests/support/accounts/audit-entries.ts'
import { contractorList } from '#tests/support/contractor-list.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contractorFields } from '#tests/support/factories.ts'
import { adminSite } from '#tests/support/suite-site.ts'
import { writeContractors } from './contractor-csv.ts'
import { contractorFieldsSchema } from './contractor-schemas.ts'

const dayMs = 86_400_000
const inDays = (days: number) => localDay(Date.now() + days * dayMs)

test('hours are of one day at least, and end after they begin', () => {
  const problemsOf = (days: string[], from: string, until: string) =>
    contractorFieldsSchema.shape.offerHours
      .safeParse({ days, from, until })
      .error?.issues.map(({ message }) => message)
  expect(problemsOf(['Monday'], '17:00', '08:00')).toEqual([
    'The hours must end later in the day than they begin.',
  ])
  expect(problemsOf([], '08:00', '17:00')).toEqual(['Please choose at least one day.'])
  expect(problemsOf(['Monday'], '', '24:00')).toEqual(
    Array(2).fill('Please enter the days and hours, such as Mon-Fri 8 AM-5 PM.'),
  )
})

test('a contractor does what the form offers, except that emergencies are asked for apart', () => {
  expect([...contractorServiceIds, 'emergency-hvac', 'not-sure'].sort()).toEqual(
    [...serviceChoices].sort(),
  )
})

describeOnDatabase('the contractors', (database) => {
  const { ask } = adminSite(database)
  const { add, list, names, fieldsOf } = contractorList({ ask })
  beforeEach(() => database.handle().db.delete(contractors))

  const { wordsOf } = auditReader(() => database.handle(), [])

  test('are added, changed and removed, by name, and the audit log tells of it', async () => {
    const words = await wordsOf(async () => {
      const zephyr = await add({ companyName: 'zephyr Air' })
      await add({ companyName: 'Bay Cooling' })
      expect(await names()).toEqual(['Bay Cooling', 'zephyr Air'])
      const { id, createdAt, ...fields } = zephyr
      const changed = await ask('PUT', pathTo(api.changeContractor, { contractorId: id }), {
        ...fields,
        companyName: 'Acorn Air',
        towns: ['Osteen'],
        mostOpenOffers: '5',
        pausedUntil: '2099-01-01',
      })
      expect(changed.body.data).toEqual({
        ...zephyr,
        version: 2,
        companyName: 'Acorn Air',
        towns: ['Osteen'],
        mostOpenOffers: 5,
        pausedUntil: '2099-01-01',
      })
      expect(createdAt).toMatch(/Z$/)
      expect(await names()).toEqual(['Acorn Air', 'Bay Cooling'])
      expect((await ask('DELETE', pathTo(api.removeContractor, { contractorId: id }))).status).toBe(
        204,
      )
      expect(await names()).toEqual(['Bay Cooling'])
      for (const answer of [
        await ask('DELETE', pathTo(api.removeContractor, { contractorId: id })),
        await ask('PUT', pathTo(api.changeContractor, { contractorId: id }), fields),
      ]) {
        expect([answer.status, answer.body.message]).toEqual([
          404,
          'This contractor is no longer on the list.',
        ])
      }
    })
    expect(words).toEqual([
      'added a contractor: zephyr Air (done)',
      'added a contractor: Bay Cooling (done)',
      'changed a contractor: Acorn Air (done)',
      'removed a contractor: Acorn Air (done)',
      'tried to remove a contractor (refused)',
      'tried to change a contractor: zephyr Air (refused)',
    ])
  })

  test('no two have one license number, however it is typed and whoever comes first', async () => {
    await add({ companyName: 'First', licenseNumber: 'CAC1812345' })
    const second = await add({ companyName: 'Second' })
    const typed = { ...contractorFields({ licenseNumber: 'cac 1812345' }), version: 1 }
    const refusal = 'First already has this license number.'
    for (const answer of [
      await ask('POST', api.addContractor.path, typed),
      await ask('PUT', pathTo(api.changeContractor, { contractorId: second.id }), typed),
    ]) {
      expect([answer.status, answer.body.fields]).toEqual([409, { licenseNumber: refusal }])
    }
    const sameTime = contractorFields()
    const answers = await Promise.all(
      [1, 2, 3].map(() => ask('POST', api.addContractor.path, sameTime)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })

  test('who was removed and is added again is the same one, by hand and from a file', async () => {
    const first = await add({ companyName: 'First', licenseNumber: 'CAC1812345' })
    const { db } = database.handle()
    for (const addAgain of [
      () =>
        ask('POST', api.addContractor.path, { ...fieldsOf(first), companyName: 'First & Sons' }),
      async () => {
        const csv = writeContractors([{ ...fieldsOf(first), companyName: 'First & Sons' }])
        const expected = { added: 1, changed: 0, refused: 0 }
        return ask('POST', api.contractorImport.path, { csv, expected })
      },
    ]) {
      await db.update(contractors).set({ figuresSince: new Date(0) })
      await ask('DELETE', pathTo(api.removeContractor, { contractorId: first.id }))
      expect(await list()).toEqual([])
      expect((await addAgain()).status).toBeLessThan(300)
      expect(await list()).toMatchObject([{ id: first.id, companyName: 'First & Sons' }])
      // Their numbers begin anew.
      const [stored] = await db.select({ since: contractors.figuresSince }).from(contractors)
      expect(Date.now() - (stored?.since.getTime() ?? 0)).toBeLessThan(60_000)
    }
    expect(await db.$count(contractors)).toBe(1)
  })

  test('of two who change one at once, the second is told so, and can save once they have read it', async () => {
    const before = await add({ companyName: 'Before', notes: 'old', answersEmergencies: false })
    const typed = { ...fieldsOf(before), version: before.version }
    const change = (changes: Partial<ContractorFields>, version = typed.version) =>
      ask('PUT', pathTo(api.changeContractor, { contractorId: before.id }), {
        ...typed,
        ...changes,
        version,
      })
    const answers = await Promise.all([
      change({ companyName: 'Theirs', phone: '4075550100', pausedUntil: '2099-01-01' }),
      change({ companyName: 'Theirs', phone: '4075550100', pausedUntil: '2099-01-01' }),
    ])
    // The same twice is no conflict.
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const refused = await change({ companyName: 'Mine' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(refused.body.message).toContain('Someone else changed this contractor')
    expect(await names()).toEqual(['Theirs'])
    expect((await change({ companyName: 'Mine' }, 2)).status).toBe(200)
    expect(await list()).toMatchObject([{ companyName: 'Mine', version: 3 }])
  })

  test('the list says in words what is wrong with each', async () => {
    await add({ companyName: 'A', licenseExpiresOn: inDays(-1) })
    await add({ companyName: 'B', insuranceExpiresOn: inDays(12) })
    await add({ companyName: 'C', licenseExpiresOn: inDays(31) })
    await add({ companyName: 'D', pausedUntil: '2099-01-01' })
    const tones = (await list()).map(
      ({ standing }: { standing: { tone: string; text: string }[] }) =>
        standing.map(({ tone, text }) => `${tone}: ${text.split(/ on |, on /)[0]}`),
    )
    expect(tones).toEqual([
      ['bad: License expired'],
      ['soon: Insurance expires in 12 days'],
      [],
      ['quiet: Paused until Jan 1, 2099'],
    ])
  })

  test('the inbox is told whose papers lapse, the first to lapse first', async () => {
    await add({ companyName: 'Fine', pausedUntil: '2099-01-01' })
    await add({ companyName: 'Soon', licenseExpiresOn: inDays(30) })
    await add({ companyName: 'Gone', licenseExpiresOn: inDays(20), insuranceExpiresOn: inDays(-2) })
    const gone = await add({ companyName: 'Removed', licenseExpiresOn: inDays(1) })
    await ask('DELETE', pathTo(api.removeContractor, { contractorId: gone.id }))
    const { data } = await ask('GET', api.needs.path)
    expect(data.needs).toContainEqual(
      expect.objectContaining({
        key: 'papers-lapse',
        text: 'The licenses or insurance of 2 contractors need attention.',
        detail: expect.stringMatching(
          /^Gone: Insurance expired on .*; License expires in 20 days, on .*\. Soon: License expires in 30 days, on .*\.$/,
        ),
      }),
    )
  })
})
