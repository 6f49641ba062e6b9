import {
  findLengthProblem,
  findNameProblem,
  type PasswordContext,
} from '#/contracts/accounts/passwords.ts'

/** How strong a password is, in steps, and the words for it. */
export type PasswordStrength = { step: 'refused' | 'weak' | 'fair' | 'strong'; words: string }

/** Below these a password is weak, or fair. N bits take 2 to the power of N tries. */
const fairBits = 50
const strongBits = 70

/** What is left of a text without what repeats, and without what only goes on, as in `abc` or `321`. */
function surprisingPart(password: string): string {
  const once = password.toLowerCase().replace(/(.+?)\1+/gu, '$1')
  const codes = [...once].map((character) => character.codePointAt(0) ?? 0)
  const stepAt = (place: number) => (codes[place] ?? 0) - (codes[place - 1] ?? 0)
  const goesOn = (place: number) =>
    place >= 2 && Math.abs(stepAt(place)) === 1 && stepAt(place) === stepAt(place - 1)
  return [...once].filter((_, place) => !goesOn(place)).join('')
}

/** The bits of a password whose characters were chosen freely among their kinds. Words have fewer. */
function estimateBits(password: string): number {
  const text = surprisingPart(password)
  const isWords = /^[\p{L} ]+$/u.test(text)
  const kinds: [RegExp, number][] = [
    [/\d/, 10],
    [/\p{L}/u, 26],
    [/[^\d\p{L}]/u, 20],
  ]
  const choices = kinds.reduce((sum, [kind, size]) => sum + (kind.test(text) ? size : 0), 0)
  const bitsOfEach = isWords ? 2.8 : Math.log2(Math.max(choices, 1))
  return [...text].length * bitsOfEach
}

/** How hard a password is to guess, as far as this can be told without a list of the common ones. */
export function strengthOf(password: string, context: PasswordContext): PasswordStrength {
  const problem = findLengthProblem(password) ?? findNameProblem(password, context)
  if (problem) return { step: 'refused', words: problem }
  const bits = estimateBits(password)
  if (bits < fairBits) return { step: 'weak', words: 'Easy to guess. Add a word or two.' }
  if (bits < strongBits) {
    return { step: 'fair', words: 'Fair. One more word makes it hard to guess.' }
  }
  return { step: 'strong', words: 'Hard to guess, if you use it nowhere else.' }
}
