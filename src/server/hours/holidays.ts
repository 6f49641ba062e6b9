import { eq } from 'drizzle-orm'
import type { Holiday, HolidayChange } from '#/contracts/hours/holidays.ts'
import type { Database } from '../db/database.ts'
import { notify } from '../db/signals.ts'
import { holidays } from '../db/tables/schema.ts'
import { federalHolidays, holidaysOf, setHolidays } from '../time/holidays.ts'
import { localDay } from '../time/local-day.ts'

/** Has this process count opening hours by what the owner decided. */
export async function readHolidays(db: Database): Promise<void> {
  setHolidays(await db.select().from(holidays))
}

/** The two years whose days the owner may change. */
export function openYears(): readonly [thisYear: number, nextYear: number] {
  const thisYear = Number(localDay().slice(0, 4))
  return [thisYear, thisYear + 1]
}

const federalOn = (day: string) =>
  federalHolidays(Number(day.slice(0, 4))).find((holiday) => holiday.day === day)

/** The holidays of this year and the next, in order. */
export function listHolidays(): Holiday[] {
  return openYears()
    .flatMap(holidaysOf)
    .map((holiday) => ({ ...holiday, isFederal: federalOn(holiday.day) !== undefined }))
}

/** Stores what the owner decided of a day. False for opening a day that is no federal holiday. */
export async function decideHoliday(
  db: Database,
  day: string,
  change: HolidayChange,
): Promise<boolean> {
  const federal = federalOn(day)
  if (change.isOpen && !federal) return false
  const name = change.isOpen ? (federal?.name ?? '') : change.name
  const decided = { day, name, isOpen: change.isOpen }
  await db.transaction(async (tx) => {
    await tx
      .insert(holidays)
      .values(decided)
      .onConflictDoUpdate({ target: holidays.day, set: decided })
    await notify(tx, 'holidays_changed', '')
  })
  await readHolidays(db)
  return true
}

/** Takes back what the owner decided of a day. False if that was nothing. */
export async function forgetHoliday(db: Database, day: string): Promise<boolean> {
  const gone = await db.transaction(async (tx) => {
    await notify(tx, 'holidays_changed', '')
    return tx.delete(holidays).where(eq(holidays.day, day)).returning({ day: holidays.day })
  })
  await readHolidays(db)
  return gone.length > 0
}
