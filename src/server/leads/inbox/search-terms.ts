/** Marks, invisible characters and space: what a search may consist of without asking for anything. */
const nothing = /^[\p{M}\p{Cf}\s]*$/u

const phoneLike = /^(?:tel:)?[\d\s()+./\u2010-\u2015-]+$/

/**
 * What to look for in a lead's search text, any of these. The first is what was typed, which the
 * database folds; a search made like a phone number is also looked for by its digits alone. Ten
 * stored digits are North American, so it may begin with that country's 1; and a number from abroad
 * may be typed with the zero that it has at home. Empty for a search that asks for nothing.
 */
export function searchTerms(search: string): { typed: string; digits: string[] } | undefined {
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
