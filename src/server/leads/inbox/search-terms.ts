import { inArray, or, type SQL, sql } from 'drizzle-orm'
import { foldText } from '#/contracts/text.ts'
import { withAsciiDomain } from '#/contracts/values/email.ts'
import { foldPhone, readPhone, searchedDigits } from '#/contracts/values/phone.ts'
import { contractors, leads, offers } from '#/server/db/tables/schema.ts'
import { townsServed } from '#/server/texts/places.ts'

/**
 * What a search also looks for, beside the text as typed, in the form that is stored. A search that looks
 * like a phone number or a reference is looked for by its digits alone: ten stored digits are North
 * American, so the search may begin with that country's 1, and a number from abroad may have the zero with
 * which it is dialled at home. An email address is looked for with its domain in ASCII.
 */
function termsAsStored(search: string): string[] {
  const typed = foldPhone(search).trim()
  const phone = readPhone(search)
  const number = searchedDigits(search)
  if (number === undefined) {
    if ('number' in phone) return [`\n${phone.number.replace('+', '')}`]
    const email = withAsciiDomain(typed)
    return email === typed ? [] : [email]
  }
  const digits = number === '' || number === typed ? [] : [number]
  // The line break before the digits of the phone: only there does a number begin.
  if (/^1\d/.test(number)) digits.push(`\n${number.slice(1)}`)
  if (/^0+[1-9]\d{2}/.test(number)) digits.push(number.replace(/^0+/, ''))
  return digits
}

/** True for one or two characters with a letter: the trigram index has them only where they begin a word. */
const isShort = (term: string) => /^(?!\d+$)[a-z\d][a-z\d']?$/.test(term)

/** ASCII's punctuation and space, one of which precedes each word. The trigram index needs a small class. */
const beforeWord = '[ -/:-@[-`{-~\\n]'

/** True for texts with a word that begins with the term. */
const atBeginning = (term: string) => (text: SQL) => sql`${text} ~ ${beforeWord + term}`

const anywhere = (term: SQL) => (text: SQL) =>
  sql`${text} like '%' || regexp_replace(${term}, '[\\\\%_]', '\\\\\\&', 'g') || '%'`

/** The newest leads of a company among which a search looks for them. */
const mostOfCompany = 2_000

/** True for leads that are offered to, or are with, a contractor of this name. */
const isWith = (isMeant: (name: SQL) => SQL) => sql`${leads.id} = any(array(
  select given.lead_id from ${contractors} cross join lateral (
    select ${offers.leadId} from ${offers}
    where ${offers.contractorId} = ${contractors.id} and ${offers.state} in ('open', 'accepted', 'ended')
    order by ${offers.leadId} desc limit ${mostOfCompany}) given
  where ${isMeant(sql`(' ' || fold_text(${contractors.companyName}))`)}
  order by given.lead_id desc limit ${mostOfCompany}))`

/** True for leads that a search finds; undefined for a search that asks for nothing. */
export function holdsTerm(search = ''): SQL | undefined {
  const part = foldText(search)
  if (part === '') return undefined
  const holdsTyped = isShort(part) ? atBeginning(part) : anywhere(sql`fold_text(${search})`)
  const others = termsAsStored(search).map((term) => anywhere(sql`${term}::text`))
  const found = [holdsTyped, ...others].map((holds) => holds(sql`${leads.searchText}`))
  const named = isShort(part)
    ? []
    : townsServed().filter((town) => town.toLowerCase().includes(part))
  const places = named.length > 0 ? [inArray(leads.town, named)] : []
  return or(...found, isWith(holdsTyped), ...places)
}
