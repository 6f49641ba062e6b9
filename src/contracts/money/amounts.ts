/** Amounts of money are whole cents. */

/** The most that can be typed, in cents: a million dollars. */
const mostCents = 100_000_000

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** '$1,234.50', '-$45.00'. */
export function formatCents(cents: number): string {
  return dollars.format(cents / 100)
}

/** The cents of an amount in dollars as people type it: '45', '$1,200.50'; undefined for other texts. */
export function parseCents(text: string): number | undefined {
  const [, whole, fraction = ''] =
    /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  if (whole === undefined) return undefined
  const cents = Number(whole.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'))
  return cents <= mostCents ? cents : undefined
}
