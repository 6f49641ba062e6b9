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

/** What a search result is read on. */
export type Device = 'desktop' | 'phone'

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
  /** In CSS pixels. */
  width: number
  /** Whole on both devices, on one of them, or on neither. */
  verdict: 'whole' | 'partly' | 'cut'
  advice: string
}

/** A search result shows white space as one space. */
const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** By the devices that cut the text off. */
const findings: Record<`${boolean} ${boolean}`, Pick<LengthFinding, 'verdict' | 'advice'>> = {
  'false false': { verdict: 'whole', advice: 'Shown whole on a desktop and on a phone.' },
  'false true': { verdict: 'partly', advice: 'Shown whole on a desktop, cut off on a phone.' },
  'true false': { verdict: 'partly', advice: 'Cut off on a desktop, shown whole on a phone.' },
  'true true': { verdict: 'cut', advice: 'Cut off on a desktop and on a phone.' },
}

/** The one verdict on the length of a title or a description: whether a search result shows it whole. */
export function judgeLength(name: SearchText, text: string, measure: Measure): LengthFinding {
  const line = onOneLine(text)
  const width = measure(line)
  const isCutOn = (device: Device) => width > searchLimits[name][device]
  return {
    count: [...line].length,
    width: Math.ceil(width),
    ...findings[`${isCutOn('desktop')} ${isCutOn('phone')}`],
  }
}

const ellipsis = ' ...'

/** In characters: no line of a search result has room for more. */
const mostShown = 500

/** A text as a search result shows it: cut after a word, with an ellipsis, where it is too wide. */
export function fitText(text: string, maxWidth: number, measure: Measure): string {
  const whole = onOneLine(text)
  if (measure(whole) <= maxWidth) return whole
  const words = whole.slice(0, mostShown).split(' ')
  while (words.length > 1 && measure(words.join(' ') + ellipsis) > maxWidth) words.pop()
  return words.join(' ') + ellipsis
}
