/** How wide a text is, in CSS pixels. */
export type Measure = (text: string) => number

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
  const signs = [...graphemes.segment(words[0] ?? '')].map(({ segment }) => segment)
  const withSigns = (n: number) => signs.slice(0, n).join('') + ellipsis.trim()
  const shown = withSigns(largestThat((n) => measure(withSigns(n)) <= maxWidth, signs.length))
  return { shown, isCut: true }
}
