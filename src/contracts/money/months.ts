/** Months of the business's time zone, written as `2026-11`: such texts compare as the months do. */

const names = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', year: 'numeric', month: 'long' })

/** The month that is N months after another. */
export function monthAfter(month: string, count = 1): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count)).toISOString().slice(0, 7)
}

/** 'November 2026'. */
export function monthInWords(month: string): string {
  return names.format(Date.parse(`${month}-01`))
}
