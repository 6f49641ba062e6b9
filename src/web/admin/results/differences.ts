import type { Wait } from '#/contracts/results/results.ts'
import { durationText } from '../../dates.ts'

type Compared = {
  now: number
  before: number
  asText: (value: number) => string
  /** '30 days'. */
  period: string
  /** 'less' of an amount, 'fewer' of what is counted. */
  less: 'less' | 'fewer'
}

/** How much more or less it is than in the period before: '12 more than in the 30 days before (34)'. */
export function differenceInWords({ now, before, asText, period, less }: Compared): string {
  if (now === before) return `the same as in the ${period} before`
  const [size, word] = now > before ? [now - before, 'more'] : [before - now, less]
  return `${asText(size)} ${word} than in the ${period} before (${asText(before)})`
}

/** How much sooner or later it was in the middle than in the period before. */
export function waitDifferenceInWords(now: Wait, before: Wait, period: string): string {
  if (!before) return `none matched in the ${period} before`
  const then = durationText(before.median)
  if (!now) return `half within ${then} in the ${period} before`
  if (durationText(now.median) === then) return `the same as in the ${period} before`
  const word = now.median < before.median ? 'sooner' : 'later'
  const rest = `${word} than in the ${period} before (${then})`
  // From ten hours on a time is said in whole hours, which the minutes of a difference do not fit.
  if (Math.max(now.median, before.median) >= 599.5) return rest
  return `${durationText(Math.abs(now.median - before.median))} ${rest}`
}
