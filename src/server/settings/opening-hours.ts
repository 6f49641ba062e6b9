import { z } from 'zod'
import { type DayName, dayNames } from '#/contracts/days.ts'
import { hoursField, type OpenTimes } from '#/contracts/hours/week.ts'
import { sentText } from '../texts/texts.ts'

const timeProblem = 'Please enter a time such as 7:00 AM, or leave both empty for a day off.'

/** A time of the day as people type it, as `07:00`; undefined for any other text. */
function readTime(typed: string): string | undefined {
  const parts = /^(\d{1,2})(?::(\d\d))?\s*(?:([ap])\.?m\.?)?$/i.exec(typed)
  if (!parts) return undefined
  const [, hours = '', minutes = '00', half] = parts
  // Without AM or PM an hour alone could be either.
  if (!half && !typed.includes(':')) return undefined
  const isTwelve = Number(hours) >= 1 && Number(hours) <= 12
  if (half && !isTwelve) return undefined
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours)
  if (hour > 23 || Number(minutes) > 59) return undefined
  return `${String(hour).padStart(2, '0')}:${minutes}`
}

const timeField = sentText(timeProblem)
  .trim()
  .transform((typed, context) => {
    const time = typed === '' ? '' : readTime(typed)
    if (time === undefined) context.addIssue(timeProblem)
    return time ?? ''
  })

const ends = ['Opens', 'Closes'] as const

const fields = Object.fromEntries(
  dayNames.flatMap((day) => ends.map((end) => [hoursField(day, end), timeField])),
) as Record<`${DayName}${(typeof ends)[number]}`, typeof timeField>

/** What the owner types of the week: two times of each day, both empty for a day off. */
export const openingHoursChangeSchema = z
  .object(fields)
  .superRefine((typed, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    for (const day of dayNames) {
      const [opens, closes] = ends.map((end) => typed[hoursField(day, end)])
      if (!opens && closes) refuse(hoursField(day, 'Opens'), timeProblem)
      if (opens && !closes) refuse(hoursField(day, 'Closes'), timeProblem)
      if (opens && closes && closes <= opens) {
        refuse(
          hoursField(day, 'Closes'),
          'Please enter a time after the one at which you open, 11:59 PM at the latest.',
        )
      }
    }
    if (dayNames.every((day) => !typed[hoursField(day, 'Opens')])) {
      refuse(
        hoursField('Monday', 'Opens'),
        'Please open on one day at least: requests wait in your opening hours.',
      )
    }
  })
  .transform((typed): OpenTimes[] =>
    dayNames.map((day) => {
      const opens = typed[hoursField(day, 'Opens')]
      return opens ? { opens, closes: typed[hoursField(day, 'Closes')] } : null
    }),
  )
