import { passwordLimits } from '../limits.ts'

/** Whose password it is, and on what site: words that a guesser tries first. */
export type PasswordContext = {
  site: { name: string; domain: string }
  email?: string | undefined
  name?: string | undefined
}

/** Shorter words stand in most passwords by chance. */
const shortestWord = 3

const { min, max } = passwordLimits

/** Counts as a person would. */
const lengthOf = (password: string) => [...password].length

/** What is wrong with a password's length; undefined where nothing is. */
export function findLengthProblem(password: string): string | undefined {
  if (lengthOf(password) < min) return `Please use at least ${min} characters.`
  if (lengthOf(password) > max) return `Please use at most ${max} characters.`
  return undefined
}

const lettersOf = (text: string) => text.toLowerCase().replace(/\P{L}/gu, '')

/** A name as a whole and in parts, in letters alone. */
function wordsOf(name: string): string[] {
  return [name, ...name.split(/\P{L}+/u)].map(lettersOf)
}

/** The words of which a password must not be made. */
function wordsAbout({ site, email = '', name = '' }: PasswordContext): string[] {
  const [local = '', host = ''] = email.split('@')
  // The last label of a domain is no name: `com`.
  const hosts = [site.domain, host].flatMap((domain) => domain.split('.').slice(0, -1))
  const words = [site.name, site.domain, local, email, name, ...hosts].flatMap(wordsOf)
  return [...new Set(words)].filter((word) => word.length >= shortestWord)
}

/** True where the text consists of these words alone, each as often as it likes. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  const endsOfWords = new Set([0])
  for (let end = 1; end <= text.length; end += 1) {
    const isEnd = words.some(
      (word) => endsOfWords.has(end - word.length) && text.slice(0, end).endsWith(word),
    )
    if (isEnd) endsOfWords.add(end)
  }
  return text !== '' && endsOfWords.has(text.length)
}

/**
 * What is wrong with a password that is made of these names; undefined where nothing is. Signs,
 * digits and case do not count.
 */
export function findNameProblem(password: string, context: PasswordContext): string | undefined {
  if (!isMadeOf(lettersOf(password), wordsAbout(context))) return undefined
  return 'Please use more than your name, your email address and the name of this site.'
}
