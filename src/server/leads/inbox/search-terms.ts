/** Only marks, invisible characters and space. */
const nothing = /^[\p{M}\p{Cf}\s]*$/u

const phoneLike = /^(?:tel:)?[\d\s()+./\u2010-\u2015-]+$/

/** What a search looks for: the text as typed, or any of these runs of digits. */
export type SearchTerms = { typed: string; digits: string[] }

/**
 * Reads what was typed into the search; undefined if there is nothing to look for. The database folds
 * the text as typed. A search that looks like a phone number is also looked for by its digits alone:
 * ten stored digits are North American, so the search may begin with that country's 1, and a number
 * from abroad may have the zero with which it is dialled at home.
 */
export function searchTerms(search: string): SearchTerms | undefined {
  if (nothing.test(search)) return undefined
  const typed = search.normalize('NFKC').trim().toLowerCase()
  if (!phoneLike.test(typed)) return { typed: search, digits: [] }
  const number = typed.replace(/\D/g, '')
  const digits = number === '' || number === typed ? [] : [number]
  // The line break before the digits of the phone: only there does a number begin.
  if (/^1\d/.test(number)) digits.push(`\n${number.slice(1)}`)
  if (/^0+\d{3}/.test(number)) digits.push(number.replace(/^0+/, ''))
  return { typed: search, digits }
}
