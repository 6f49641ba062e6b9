/**
 * How Google shows the texts of a search result, in CSS pixels. It publishes no figures; these are
 * what makers of checkers of search results measured: a title in Arial 20 px is cut at 580 to 600
 * px, a description in Arial 14 px at 920 to 990 px (990 goes with the 150-160 characters that are
 * recommended); on a phone at about two lines of a title and two of a description.
 */
export const searchLimits = {
  title: { font: '20px Arial, sans-serif', desktop: 580, phone: 650 },
  description: { font: '14px Arial, sans-serif', desktop: 990, phone: 680 },
} as const

/** The recommended lengths, in characters. */
export const recommendedLengths = {
  title: { min: 50, max: 60 },
  description: { min: 150, max: 160 },
} as const

/** A text of a search result. */
export type SearchText = keyof typeof searchLimits

/** The width of a text, in CSS pixels. */
export type Measure = (text: string) => number

let context: CanvasRenderingContext2D | null | undefined

/** Measures in the font of a search result, or in a similar one on a machine without Arial. */
export function measureFor(name: SearchText): Measure {
  const { font } = searchLimits[name]
  return (text) => {
    context ??= document.createElement('canvas').getContext('2d')
    if (!context) return 0
    context.font = font
    return context.measureText(text).width
  }
}

/** What the editor says about the length of a text. */
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
  const trimmed = text.trim()
  const count = [...trimmed].length
  const width = Math.round(measure(trimmed))
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

const ellipsis = ' ...'
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The largest count up to `most` for which `fits` holds; it must hold for all smaller ones too. */
function largestThat(fits: (count: number) => boolean, most: number): number {
  let low = 0
  let high = most
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}

/** A text as a search result shows it: cut after a word, with an ellipsis, where it is too wide. */
export function fitText(
  text: string,
  maxWidth: number,
  measure: Measure,
): { shown: string; isCut: boolean } {
  const whole = text.replace(/\s+/g, ' ').trim()
  if (measure(whole) <= maxWidth) return { shown: whole, isCut: false }
  const words = whole.split(' ')
  const withWords = (count: number) => words.slice(0, count).join(' ') + ellipsis
  const count = largestThat((n) => measure(withWords(n)) <= maxWidth, words.length - 1)
  if (count > 0) return { shown: withWords(count), isCut: true }
  // Not even the first word fits.
  const characters = [...graphemes.segment(words[0] ?? '')].map(({ segment }) => segment)
  const withCharacters = (n: number) => characters.slice(0, n).join('') + ellipsis.trim()
  const most = largestThat((n) => measure(withCharacters(n)) <= maxWidth, characters.length)
  return { shown: withCharacters(most), isCut: true }
}
