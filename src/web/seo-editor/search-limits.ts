import type { Measure } from './text-fit.ts'

/**
 * How Google draws a search result, in CSS pixels. It publishes no figures; these are what makers
 * of checkers of search results measured: a title in Arial 20 px is cut at 580 to 600 px, a
 * description in Arial 14 px at 920 to 990 px (990 goes with the 150-160 characters that are
 * recommended); on a phone at about two lines of a title and two of a description.
 */
export const searchLimits = {
  title: { font: '20px Arial, sans-serif', desktop: 580, phone: 650 },
  description: { font: '14px Arial, sans-serif', desktop: 990, phone: 680 },
} as const

/** The lengths that are recommended, in characters. */
export const recommendedLengths = {
  title: { min: 50, max: 60 },
  description: { min: 150, max: 160 },
} as const

/** A text of a search result. */
export type SearchText = keyof typeof searchLimits

/** What is to be said about a text's length. */
export type LengthFinding = {
  /** In characters, as people count them. */
  count: number
  /** In CSS pixels, on a desktop. */
  width: number
  verdict: 'good' | 'short' | 'long' | 'cut'
  advice: string
}

const advices = {
  good: 'Good length.',
  short: 'Shorter than recommended.',
  long: 'Longer than recommended.',
  cut: 'Too wide: a search result would cut it off.',
}

/** Judges a title or a description by its characters and by its pixels. */
export function judgeLength(name: SearchText, text: string, measure: Measure): LengthFinding {
  const shown = text.trim()
  const count = [...shown].length
  const width = Math.round(measure(shown))
  const { min, max } = recommendedLengths[name]
  const verdict =
    width > searchLimits[name].desktop
      ? 'cut'
      : count > max
        ? 'long'
        : count < min
          ? 'short'
          : 'good'
  return { count, width, verdict, advice: advices[verdict] }
}
