import { z } from 'zod'

/**
 * C0 and C1, except tab and line feed. Databases, mails and spreadsheets refuse or misread them.
 */
const controlCharacters = /(?![\t\n])\p{Cc}/u

/** Characters that PostgreSQL and UTF-8 cannot hold: U+0000, and halves of surrogate pairs. */
const unstorable = /\0|\p{Surrogate}/u

/**
 * The type of every text that a client sends, in a body, a query or an address: one that the
 * database accepts. `notText` is the message for a value that is absent, or not a string. A bare
 * `z.string()` is for texts of our own.
 */
export function sentText(notText?: Parameters<typeof z.string>[0]) {
  return z
    .string(notText)
    .refine((text) => !unstorable.test(text), 'This has characters we can’t store.')
}

/** A text to search for. Control characters come along with pasted text and are not visible. */
export function searchText(longest: number) {
  return z
    .string()
    .max(longest, `Please search for at most ${longest} characters.`)
    .overwrite((text) => text.toWellFormed().replace(/\p{Cc}/gu, ' '))
}

/** A filter or field that is sent empty counts as not sent. */
export const emptyIsAbsent = (text: string | undefined) => text || undefined

/** Stored as null where it is empty. */
export const emptyIsNull = <Text extends string>(text: Text | '' | null | undefined) => text || null

/** Line ends that come along with text pasted from other programs; a field does not show them. */
const pastedLineEnds = /[\v\f\u0085]/g

/** The message for each thing that can be wrong with a text. */
type TextProblems = {
  /** For a value that is absent, or not a string: a message, or zod's own options for it. */
  notText: Parameters<typeof z.string>[0]
  tooLong: string
  /** For control characters and halves of surrogate pairs. */
  badCharacters: string
}

/**
 * A text that people typed and that is stored: trimmed, with `\n` as its only line end, and without
 * characters that a database, a mail or a page cannot hold. `limit` counts UTF-16 code units. An
 * empty text passes; add `.min(1, …)` where one is needed. `lineEnd` replaces the line ends of
 * other programs: a space for a field of one line.
 */
export function storedText(limit: number, problems: TextProblems, lineEnd: '\n' | ' ' = '\n') {
  return z
    .string(problems.notText)
    .overwrite((value) => value.replace(/\r\n?/g, '\n').replace(pastedLineEnds, lineEnd))
    .trim()
    .max(limit, problems.tooLong)
    .refine(
      (value) => value.isWellFormed() && !controlCharacters.test(value),
      problems.badCharacters,
    )
}

/** A text that a visitor types: what is wrong with it is told by a name, and the page has words for that. */
export const visitorText = (limit: number, notText: TextProblems['notText'], lineEnd?: ' ') =>
  storedText(limit, { notText, tooLong: 'tooLong', badCharacters: 'badCharacters' }, lineEnd)

/** A text that a user of the office types, with the usual words for what is wrong with it. */
export function typedText(limit: number, notText: string, lineEnd?: ' ') {
  const tooLong = `Please use at most ${limit.toLocaleString('en-US')} characters.`
  const badCharacters = 'This has characters we can’t store.'
  return storedText(limit, { notText, tooLong, badCharacters }, lineEnd)
}

/** The same as one line, which must not be empty. */
export const typedLine = (limit: number, missing: string) =>
  typedText(limit, missing, ' ')
    .refine((value) => !/[\n\t\u2028\u2029]/.test(value), 'Please write this on one line.')
    .min(1, missing)

/** Makes a text storable: cuts it, puts it on one line, and removes control characters. */
export function cleanHint(value: string, longest: number): string | undefined {
  const cut = value.slice(0, longest).toWellFormed()
  return cut.replace(/\p{Cc}/gu, ' ').trim() || undefined
}

/**
 * A text that comes along with a submission and must never be a reason to refuse it: a value that
 * is not text is left out, and a text is made storable.
 */
export function hint(longest: number) {
  return z
    .string()
    .transform((value) => cleanHint(value, longest))
    .optional()
    .catch(undefined)
}
