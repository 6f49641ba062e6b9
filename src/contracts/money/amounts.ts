/** Amounts of money are whole cents, and shares are hundredths of a percent. */

/** The most that can be typed, in cents: a million dollars. */
const mostCents = 100_000_000

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** '$1,234.50', '-$45.00'. */
export function formatCents(cents: number): string {
  return dollars.format(cents / 100)
}

/** As a spreadsheet reads it: '1234.50'. */
export function sheetCents(cents: number): string {
  return (cents / 100).toFixed(2)
}

/** '12.5%'. */
export function formatPercent(hundredths: number): string {
  return `${hundredths / 100}%`
}

const hundredthsOf = (whole: string, fraction: string | undefined) =>
  Number(whole.replaceAll(',', '')) * 100 + Number((fraction ?? '').padEnd(2, '0'))

/** The cents of an amount in dollars as people type it: '45', '$1,200.50'; undefined for other texts. */
export function parseCents(text: string): number | undefined {
  const [, whole, fraction] =
    /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  const cents = whole === undefined ? undefined : hundredthsOf(whole, fraction)
  return cents !== undefined && cents <= mostCents ? cents : undefined
}

/** The hundredths of a percent of '12.5' or '12.5%', more than 0 and at most 100 %; else undefined. */
export function parsePercent(text: string): number | undefined {
  const [, whole, fraction] = /^(\d{1,3})(?:\.(\d{1,2}))?\s*%?$/.exec(text.trim()) ?? []
  const hundredths = whole === undefined ? 0 : hundredthsOf(whole, fraction)
  return hundredths > 0 && hundredths <= 10_000 ? hundredths : undefined
}
