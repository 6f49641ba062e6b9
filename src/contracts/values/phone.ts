/** What can be wrong with a text in place of a phone number. */
export type PhoneProblem = 'required' | 'invalid' | 'noAreaCode' | 'several'

/** A phone number: ten digits for North America, with a `+` and the country's code for the rest. */
export type Phone = { number: string; extension: string }

/** What is longer is no phone number, whatever it holds. */
const longestText = 100

/** What two numbers without a word between them have together, and two that share their beginning. */
const digitsOfTwo = [14, 20, 21, 22]

/** Writes digits, hyphens and spaces in one way, without the invisible marks of pasted numbers. */
export function foldPhone(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .toLowerCase()
}

/** A part of a number, as it is searched for. */
const phoneLike = /^(?:tel:)?[\d\s()+./-]+$/

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** The three groups of a number with any signs between them, such as `[386] 555-0142`. */
const groups = /(\d{3})[^\p{L}\d]+(\d{3})[^\p{L}\d]*(\d{4})(?!\d)/gu

/** An extension behind a number, such as `ext. 2`, `#2` or `;ext=2`; `,2` only where nothing follows. */
const extensionBehind =
  /^(?:[\s.,;:()-]*(?:extension|extn|ext|x|#)[\s.:=#()-]*|\s*[,;][\s,;(]*(?=\d+[\s.)]*$))(\d{1,6})(?!\d)/

/** Reads a run of digits with what is typed between them; undefined where it is no number. */
function readNumber(run: string): string | undefined {
  const digits = digitsOf(run.replace('(0)', ''))
  const hasPlus = /^[\s(]{0,9}\+/.test(run)
  const international = hasPlus ? digits : /^(?:011|00)(\d+)$/.exec(digits)?.[1]
  if (international === undefined) return /^1?([2-9]\d{9})$/.exec(digits)?.[1]
  if (international.startsWith('1')) return /^1([2-9]\d{9})$/.exec(international)?.[1]
  return /^[2-9]\d{6,14}$/.test(international) ? `+${international}` : undefined
}

function problemOf(run: string, text: string): PhoneProblem {
  if (digitsOfTwo.includes(digitsOf(run).length)) return 'several'
  return digitsOf(text).length === 7 ? 'noAreaCode' : 'invalid'
}

/**
 * Reads a phone number however it was typed, also with words around it such as `(cell)`; else says
 * what is wrong.
 */
export function readPhone(typed: string): Phone | { problem: PhoneProblem } {
  if (typed.length > longestText) return { problem: 'invalid' }
  const text = foldPhone(typed).trim()
  if (text === '') return { problem: 'required' }
  // Words have the odd places.
  const parts = text.replace(groups, '$1 $2 $3').split(/([^\d\s().+/-]+)/)
  const places = [...parts.keys()].filter((place) => digitsOf(parts[place] ?? '').length >= 7)
  const [first, ...others] = places
  if (first === undefined) return { problem: 'invalid' }
  if (others.length > 0) return { problem: 'several' }
  const run = parts[first] ?? ''
  const number = readNumber(run)
  if (number === undefined) return { problem: problemOf(run, text) }
  const behind = parts.slice(first + 1).join('')
  const [found = '', extension = ''] = extensionBehind.exec(behind) ?? []
  // Of a second number people write only the end: `386-555-0142 or 0143`.
  if (/\d{4}/.test(behind.slice(found.length))) return { problem: 'several' }
  return { number, extension }
}

/** Returns what is wrong with a text in place of a phone number; undefined if it is one. */
export function findPhoneProblem(typed: string): PhoneProblem | undefined {
  const read = readPhone(typed)
  return 'problem' in read ? read.problem : undefined
}

/** Returns the one form in which a number with its extension is kept: `3865550142 ext. 2`. */
export function withExtension({ number, extension }: Phone): string {
  return extension ? `${number} ext. ${extension}` : number
}

/** Returns the digits of a search for a phone number, or a part of one; undefined for other texts. */
export function searchedDigits(search: string): string | undefined {
  const text = foldPhone(search).trim()
  return phoneLike.test(text) ? digitsOf(text) : undefined
}
