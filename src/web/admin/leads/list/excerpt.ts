/** How much of a message a row of the list shows, in characters. */
const excerptLength = 110

/** The beginning of a text on one line, cut between words; the text itself where it is short. */
export function excerpt(text: string, length = excerptLength): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const characters = Array.from(line)
  if (characters.length <= length) return line
  const cut = characters.slice(0, length).join('')
  const lastSpace = cut.lastIndexOf(' ')
  // A text without spaces is cut where it is.
  return `${(lastSpace > length / 2 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`
}
