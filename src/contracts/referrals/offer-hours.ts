import { type DayName, dayNames } from '../days.ts'
import { clockTime, spanInWords } from '../hours/week.ts'

/**
 * When a contractor wants offers: on these days, Monday first, from and until these local times
 * (`08:00`, 24 hours). The end is on the same day.
 */
export type OfferHours = { days: DayName[]; from: string; until: string }

/** 'Mon-Fri', 'Mon, Wed-Fri': three days or more in a row are a span. */
function daysInWords(days: readonly DayName[]): string {
  const spans: DayName[][] = []
  for (const day of dayNames.filter((each) => days.includes(each))) {
    const last = spans.at(-1)?.at(-1)
    if (last && dayNames.indexOf(day) === dayNames.indexOf(last) + 1) spans.at(-1)?.push(day)
    else spans.push([day])
  }
  return spans
    .flatMap((span) =>
      span.length > 2 ? spanInWords(span) : span.map((day) => spanInWords([day])),
    )
    .join(', ')
}

/** '8 AM', '5:30 PM'. */
const timeInWords = (time: string) => clockTime(time).replace(':00', '')

/** 'Mon-Fri 8 AM-5 PM'. */
export function hoursInWords({ days, from, until }: OfferHours): string {
  return `${daysInWords(days)} ${timeInWords(from)}-${timeInWords(until)}`
}

const isOfDay = (word: string) => (day: DayName) =>
  word.length >= 3 && day.toLowerCase().startsWith(word.toLowerCase())

/** The days of 'Mon-Wed', or of 'Mon'; undefined where it names none. */
function readSpan(text: string): DayName[] | undefined {
  const [first = '', last = first] = text.split(/[-\u2010-\u2015]/).map((word) => word.trim())
  const from = dayNames.findIndex(isOfDay(first))
  const until = dayNames.findIndex(isOfDay(last))
  return from < 0 || until < from ? undefined : dayNames.slice(from, until + 1)
}

/** '8', '8 AM', '08:00' and '5:30 p.m.' as 24 hours: `17:30`; undefined for what is no time. */
export function readTime(text: string): string | undefined {
  const [, hours, minutes = '00', half] =
    /^(\d{1,2})(?::([0-5]\d))?\s*(?:([ap])\.?m\.?)?$/i.exec(text.trim()) ?? []
  if (hours === undefined) return undefined
  if (half && !(Number(hours) >= 1 && Number(hours) <= 12)) return undefined
  const isAfternoon = half?.toLowerCase() === 'p'
  const hour = half ? (Number(hours) % 12) + (isAfternoon ? 12 : 0) : Number(hours)
  return hour > 23 ? undefined : `${String(hour).padStart(2, '0')}:${minutes}`
}

/** Reads hours as they are written in words, also with times of 24 hours; else undefined. */
export function readHours(text: string): OfferHours | undefined {
  const parts = /^(\D+)(\d[^-\u2010-\u2015]*)[-\u2010-\u2015](.+)$/.exec(text.trim())
  const [, days = '', from = '', until = ''] = parts ?? []
  const spans = days.split(/[,;&]/).map((part) => readSpan(part))
  const [opens, closes] = [readTime(from), readTime(until)]
  if (!opens || !closes || spans.includes(undefined)) return undefined
  const chosen = dayNames.filter((day) => spans.some((span) => span?.includes(day)))
  return { days: chosen, from: opens, until: closes }
}
