const months = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september'],
  ...['october', 'november', 'december'],
]

/** A day of the week before a day, and a time behind it. */
const around =
  /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}[.,]? |(?:,? |t)\d{1,2}:\d\d[\d:.+ z-]*(?:[ap]m)?$/g

/** The parts of a day: 2027-08-31, 8/31/2027, 8-31-27, Aug 31, 2027 and 31-Aug-27. */
const forms = [
  /^(?<year>\d{4})[-/](?<month>\d{1,2})[-/](?<date>\d{1,2})$/,
  /^(?<month>\d{1,2})([-/])(?<date>\d{1,2})\2(?<year>\d{4}|\d\d)$/,
  /^(?<word>[a-z]{3,9})\.? (?<date>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/,
  /^(?<date>\d{1,2})[- ](?<word>[a-z]{3,9})[- ](?<year>\d{4}|\d\d)$/,
]

/** What is longer is no day. */
const longestText = 60

/** Returns the year that two digits stand for: at most thirty years ahead, else one of the last century. */
function wholeYear(year: string): string {
  if (year.length === 4) return year
  return Number(year) + 2000 > new Date().getFullYear() + 30 ? `19${year}` : `20${year}`
}

/** Reads a day as people and spreadsheets write it, as `2027-08-31`; undefined for what is none. */
export function readDay(typed: string): string | undefined {
  if (typed.length > longestText) return undefined
  const text = typed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Pd}/gu, '-')
  const day = text.trim().replace(/\s+/g, ' ').toLowerCase().replace(around, '')
  const parts = forms.map((form) => form.exec(day)?.groups).find(Boolean)
  if (!parts) return undefined
  const { year = '', month, word = '', date = '' } = parts
  const number = month ?? String(months.findIndex((name) => name.startsWith(word)) + 1)
  const read = [wholeYear(year), number.padStart(2, '0'), date.padStart(2, '0')].join('-')
  const time = Date.parse(`${read}T00:00Z`)
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(read) ? read : undefined
}
