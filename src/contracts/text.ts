/**
 * A text that a person typed, for one line among our own words: without marks that change its direction, and
 * could make it read as something else.
 */
export function withoutDirectionMarks(text: string): string {
  return text.replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '')
}

/** What phones put in place of the apostrophe of a keyboard. */
const apostrophes = /[\u02BB\u02BC\u2018\u2019\u201B\u2032`]/g

/**
 * Returns a text as a search compares it: without case, accents and invisible marks, and with one
 * apostrophe and one hyphen. The SQL function `fold_text` does the same.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(apostrophes, "'")
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}
