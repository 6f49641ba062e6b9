import { expect, onTestFinished, test } from 'vitest'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import type { Holiday } from '#/contracts/hours/week.ts'
import { saveSetting } from '#/server/db/settings.ts'
import { businessMinutesBetween, setHolidays } from '#/server/time/business-hours.ts'
import { federalHolidays } from '#/server/time/holidays.ts'
import { localDay } from '#/server/time/local-day.ts'
import { auditReader } from '#tests/support/accounts/audit-entries.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { waitUntil } from '#tests/support/machine/wait.ts'
import { adminSite } from '#tests/support/suite-site.ts'

const nextYear = Number(localDay().slice(0, 4)) + 1
const thanksgiving = federalHolidays(nextYear).find(({ name }) => name === 'Thanksgiving Day')
if (!thanksgiving) throw new Error('a year without Thanksgiving')
const { day } = thanksgiving
const before = new Date(`${day}T05:00Z`)
/** Minutes of opening hours of that day and the two after it. */
const open = () => businessMinutesBetween(before, new Date(before.getTime() + 71 * 3_600_000))

describeOnDatabase('holidays', (database) => {
  const { app, ask } = adminSite(database)
  const { wordsOf } = auditReader(() => database.handle())
  const listed = async (which: string) => {
    const all: Holiday[] = (await ask('GET', api.holidays.path)).body.data
    return all.find((holiday) => holiday.day === which)
  }

  test('the owner opens a federal one, closes another day, and takes both back', async () => {
    onTestFinished(() => setHolidays([]))
    const after = new Date(before.getTime() + 86_400_000).toISOString().slice(0, 10)
    expect(await listed(day)).toEqual({ ...thanksgiving, isFederal: true })
    expect(open()).toBe(720 + 360)
    const words = await wordsOf(() => ask('PUT', pathTo(api.setHoliday, { day }), { isOpen: true }))
    expect(words).toEqual([`set whether the business is open on a day: ${day}, open (done)`])
    expect(open()).toBe(720 + 720 + 360)
    const picnic = { isOpen: false, name: ' The day after ' }
    const { body } = await ask('PUT', pathTo(api.setHoliday, { day: after }), picnic)
    const kept = { day: after, name: 'The day after', isOpen: false, isFederal: false }
    expect(body.data).toContainEqual(kept)
    const days = body.data.map((holiday: Holiday) => holiday.day)
    expect(days).toEqual(days.toSorted())
    expect(open()).toBe(720 + 360)
    expect((await ask('DELETE', pathTo(api.unsetHoliday, { day: after }))).status).toBe(200)
    expect((await ask('DELETE', pathTo(api.unsetHoliday, { day: after }))).status).toBe(404)
    expect((await ask('DELETE', pathTo(api.unsetHoliday, { day }))).status).toBe(200)
    expect(open()).toBe(720 + 360)
  })

  test.each([
    ['a day that is none', '2026-02-30', { isOpen: true }, 400],
    ['a day of long ago', '2020-05-05', { isOpen: false, name: 'Then' }, 400],
    ['opening a usual day', `${nextYear}-03-03`, { isOpen: true }, 409],
    ['closing without a name', `${nextYear}-03-03`, { isOpen: false, name: ' ' }, 400],
  ])('%s is refused', async (_what, which, change, status) => {
    expect((await ask('PUT', pathTo(api.setHoliday, { day: which }), change)).status).toBe(status)
    expect(await listed(which)).toBeUndefined()
  })

  test('a process that listens knows what another one stored', async () => {
    onTestFinished(() => setHolidays([]))
    const { db } = database.handle()
    await saveSetting(db, 'holidays', [{ ...thanksgiving, isOpen: true }])
    await app().listen({ port: 0 })
    await waitUntil('it is open then', () => open() === 720 + 720 + 360, 10_000)
    await saveSetting(db, 'holidays', [])
    await waitUntil('it is closed again', () => open() === 720 + 360, 10_000)
  })
})
