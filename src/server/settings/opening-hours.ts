import { z } from 'zod'
import { type DayName, dayNames } from '#/contracts/days.ts'
import { hoursField, type OpenTimes } from '#/contracts/hours/week.ts'
import { readTime } from '#/contracts/referrals/offer-hours.ts'
import { sentText } from '../texts/texts.ts'

const timeProblem = 'Please enter a time such as 7:00 AM, or leave both empty for a day off.'

/** A time of the day as people type it, as `07:00`; without AM or PM an hour alone could be either. */
const readTimeOfDay = (typed: string) => (/[ap:]/i.test(typed) ? readTime(typed) : undefined)

const timeField = sentText(timeProblem)
  .trim()
  .transform((typed, context) => {
    const time = typed === '' ? '' : readTimeOfDay(typed)
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
          'Please enter a time after you open, 11:59 PM at the latest.',
        )
      }
    }
    if (dayNames.every((day) => !typed[hoursField(day, 'Opens')])) {
      refuse(hoursField('Monday', 'Opens'), 'Please open at least one day.')
    }
  })
  .transform((typed): OpenTimes[] =>
    dayNames.map((day) => {
      const opens = typed[hoursField(day, 'Opens')]
      return opens ? { opens, closes: typed[hoursField(day, 'Closes')] } : null
    }),
  )
