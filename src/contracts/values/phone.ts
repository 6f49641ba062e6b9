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

/** The extension that the text behind a number begins with, such as `ext. 2`, `#2` or `,2`. */
function extensionIn(text: string): string {
  const pattern = /^(?:[,;]{0,3}(?:extension|extn|ext|x|#)#?|[,;]{1,3})(\d{1,6})(?!\d)/
  return pattern.exec(text.replace(/[\s.:()-]/g, ''))?.[1] ?? ''
}

/** Reads a run of digits with what is typed between them; undefined where it is no number. */
function readNumber(run: string): string | undefined {
  const digits = digitsOf(run.replace('(0)', ''))
  const hasPlus = /^[\s(]{0,9}\+/.test(run)
  const international = hasPlus ? digits : /^(?:011|00)(\d+)$/.exec(digits)?.[1]
  if (international === undefined) return /^1?([2-9]\d{9})$/.exec(digits)?.[1]
  if (international.startsWith('1')) return /^1([2-9]\d{9})$/.exec(international)?.[1]
  return /^[2-9]\d{6,14}$/.test(international) ? `+${international}` : undefined
}

function problemOf(run: string): PhoneProblem {
  const { length } = digitsOf(run)
  if (digitsOfTwo.includes(length)) return 'several'
  return length === 7 ? 'noAreaCode' : 'invalid'
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
  const parts = text.split(/([^\d\s().+/-]+)/)
  const places = [...parts.keys()].filter((place) => digitsOf(parts[place] ?? '').length >= 7)
  const [first, ...others] = places
  if (first === undefined) return { problem: 'invalid' }
  if (others.length > 0) return { problem: 'several' }
  const run = parts[first] ?? ''
  const number = readNumber(run)
  if (number === undefined) return { problem: problemOf(run) }
  return { number, extension: extensionIn(parts.slice(first + 1).join('')) }
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
