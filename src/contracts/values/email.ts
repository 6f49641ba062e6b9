/**
 * An email address as browsers accept it in a field of type email (the HTML standard, section
 * "Email state"), but with a dot in the domain.
 */
export const emailPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i

/** Characters that would end the host of an address, or be decoded in it. */
const notInHost = /[\s/\\?#@:%[\]]/

/**
 * The address with its domain in ASCII, as mail servers know it: `büro.example` is
 * `xn--bro-hoa.example`. An address that is not one stays as it is.
 */
export function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const url = `http://${domain}`
  const isAscii = /^[\x20-\x7e]*$/.test(domain)
  if (at < 1 || isAscii || notInHost.test(domain) || !URL.canParse(url)) return email
  return `${email.slice(0, at)}@${new URL(url).hostname}`
}

/** Returns an address as it is kept, without the invisible marks of pasted text. */
export function readEmail(typed: string): string {
  return withAsciiDomain(typed.replace(/\p{Cf}/gu, '').trim())
}

/** What can be wrong with a text in place of an email address. */
export type EmailProblem = 'required' | 'invalid' | 'several'

/** Returns what is wrong with a text in place of an address; undefined if it is one. */
export function findEmailProblem(typed: string): EmailProblem | undefined {
  const email = readEmail(typed)
  if (email === '') return 'required'
  if (emailPattern.test(email)) return undefined
  const words = email.split(/[\s,;/|]/)
  return words.filter((word) => emailPattern.test(word)).length > 1 ? 'several' : 'invalid'
}
