import { withAsciiDomain } from './email.ts'

/** Only marks, invisible characters and space. */
const nothing = /^[\p{M}\p{Cf}\s]*$/u

const phoneLike = /^(?:tel:)?[\d\s()+./\u2010-\u2015-]+$/

/** What a visitor reads out over the phone. */
const referenceLike = /^(\d{3})[- ]?(\d{4})$/

/** What a search looks for: the text as typed, or any of these, in the form that is stored. */
export type SearchTerms = {
  typed: string
  asStored: string[]
  /** Leads with this reference too, as `123-4567`: it may also be the end of a phone number. */
  reference?: string
}

/**
 * Reads what was typed into the search; undefined if there is nothing to look for. The database folds
 * the text as typed. A search that looks like a phone number is also looked for by its digits alone:
 * ten stored digits are North American, so the search may begin with that country's 1, and a number
 * from abroad may have the zero with which it is dialled at home. An email address is also looked for
 * with its domain in ASCII. Seven digits may be a lead's reference.
 */
export function searchTerms(search: string): SearchTerms | undefined {
  if (nothing.test(search)) return undefined
  // Numbers that are pasted from a phone's contacts have invisible marks around them.
  const typed = search
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase()
  if (!phoneLike.test(typed)) {
    const email = withAsciiDomain(typed)
    return { typed: search, asStored: email === typed ? [] : [email] }
  }
  const number = typed.replace(/\D/g, '')
  const digits = number === '' || number === typed ? [] : [number]
  // The line break before the digits of the phone: only there does a number begin.
  if (/^1\d/.test(number)) digits.push(`\n${number.slice(1)}`)
  if (/^0+[1-9]\d{2}/.test(number)) digits.push(number.replace(/^0+/, ''))
  const [, first, rest] = referenceLike.exec(typed) ?? []
  return { typed: search, asStored: digits, ...(first && { reference: `${first}-${rest}` }) }
}

/** As people type it: without case, accents, double spaces, and the invisible marks of pasted text. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

/**
 * True if a search finds a lead, or has nothing to look for. The same rule as the database's: its
 * functions `fold_text` and `lead_search_text` do what `fold` and the text in here do.
 */
export function matchesSearch(
  lead: { name: string; email: string; phone: string; reference?: string },
  search: string,
): boolean {
  const terms = searchTerms(search)
  if (!terms) return true
  if (terms.reference !== undefined && terms.reference === lead.reference) return true
  const { name, email, phone } = lead
  const text = [fold(name), fold(email), phone.replace(/\D/g, '')].join('\n')
  return [fold(terms.typed), ...terms.asStored].some((term) => text.includes(term))
}
