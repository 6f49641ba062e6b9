import { expect, test } from 'vitest'
import { dayNames } from '#/contracts/days.ts'
import { hoursInWords, type Week } from '#/contracts/hours/week.ts'
import { openingHoursChangeSchema } from './register-settings.ts'

const day = { opens: '07:00', closes: '19:00' }

const typed = (changes: Record<string, string> = {}) => ({
  ...Object.fromEntries(
    dayNames.flatMap((name) => [
      [`${name}Opens`, ''],
      [`${name}Closes`, ''],
    ]),
  ),
  ...changes,
})

test.each<[string, Week, string, string[]]>([
  [
    'of an office',
    [day, day, day, day, day, { opens: '08:00', closes: '14:00' }, null],
    'Mon-Fri 7AM-7PM, Sat 8AM-2PM',
    ['Mon-Fri 7:00 AM-7:00 PM', 'Sat 8:00 AM-2:00 PM', 'Sun Closed'],
  ],
  ['without a day off', Array(7).fill(day), 'Mon-Sun 7AM-7PM', ['Mon-Sun 7:00 AM-7:00 PM']],
  [
    'of one afternoon',
    [null, null, { opens: '12:30', closes: '17:15' }, null, null, null, null],
    'Wed 12:30PM-5:15PM',
    ['Mon-Tue Closed', 'Wed 12:30 PM-5:15 PM', 'Thu-Sun Closed'],
  ],
])('a week %s in words', (_name, week, short, long) => {
  expect(hoursInWords(week)).toEqual({ short, long })
})

test.each([
  ['7:00 AM', '07:00'],
  ['7am', '07:00'],
  ['12:30 p.m.', '12:30'],
  ['12 AM', '00:00'],
  ['16:45', '16:45'],
])('%s is a time', (opens, expected) => {
  const week = openingHoursChangeSchema.parse(
    typed({ TuesdayOpens: opens, TuesdayCloses: '11:59 PM' }),
  )
  expect(week).toEqual([null, { opens: expected, closes: '23:59' }, null, null, null, null, null])
})

test.each<[string, Record<string, string>, string]>([
  ['no day', {}, 'MondayOpens'],
  ['an hour that could be either', { FridayOpens: '7', FridayCloses: '5 PM' }, 'FridayOpens'],
  ['no end', { FridayOpens: '7 AM' }, 'FridayCloses'],
  [
    'no beginning',
    { FridayCloses: '7 PM', MondayOpens: '7 AM', MondayCloses: '8 AM' },
    'FridayOpens',
  ],
  ['an end before it begins', { FridayOpens: '7 PM', FridayCloses: '7 AM' }, 'FridayCloses'],
  ['an end at midnight', { FridayOpens: '7 PM', FridayCloses: '12 AM' }, 'FridayCloses'],
])('%s is refused', (_name, changes, field) => {
  const { error } = openingHoursChangeSchema.safeParse(typed(changes))
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([field])
})
