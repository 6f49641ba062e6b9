import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { root, textOf } from './imports.ts'

const sheets = globSync('src/web/**/*.css', { cwd: root }).sort()
const isOfUi = (sheet: string) => sheet.startsWith('src/web/ui/')
/** Mails bring their own rules, because a mail has no sheet. */
const code = globSync('src/web/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !file.includes('.test.') && !file.startsWith('src/web/mail/'))
  .map((file) => ({ file, text: textOf(file) }))

/** The classes for which a sheet has rules. */
function classesOf(sheet: string): string[] {
  const rules = textOf(sheet).replace(/\/\*[\s\S]*?\*\/|url\([^)]*\)|"[^"]*"/g, '')
  return [...new Set([...rules.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name))]
}

const withRules = new Set(sheets.flatMap(classesOf))
const ofUi = new Set(sheets.filter(isOfUi).flatMap(classesOf))

/** The text of a file in which a class would stand: the values of `className`, also those chosen in braces. */
function classTextOf(text: string): string {
  const values = text.matchAll(/\bclassName=(?:"([^"]*)"|\{((?:[^{}]|\$?\{[^{}]*\})*)\})/g)
  return [...values]
    .map(([, plain, chosen = '']) => plain ?? chosen.match(/(?<!== )['`][^'`]*['`]/g)?.join(' '))
    .join(' ')
}

/** What a class may be called in code: by its whole name, or by its beginning before a value. */
const isNamedIn = (text: string, name: string) =>
  new RegExp(`(?<=["'\`\\s])${name}(?=["'\`\\s])`).test(text) ||
  [...text.matchAll(/(?<=["'`\s])([a-z][\w-]*-)\$\{/g)].some(([, start = '']) =>
    name.startsWith(start),
  )

/** Not `width < 40rem`: the build writes it in words that browsers of 2021 skip. */
const widths = /^[^(]*\((width >= (40|64|80)|max-width: (39|63|79)\.99)rem\)[^(]*$/

test('the screen changes at 40, 64 and 80 rem and nowhere else', () => {
  const conditions = sheets.flatMap((sheet) =>
    [...textOf(sheet).matchAll(/@(?:media|container)[^{]*/g)]
      .map(([condition]) => condition.trim())
      .filter((condition) => /\bwidth\b/.test(condition))
      .filter((condition) => !widths.test(condition))
      .map((condition) => `${sheet}: ${condition}`),
  )
  expect(sheets.length).toBeGreaterThan(20)
  expect(conditions).toEqual([])
})

test('each class of a sheet is named in the code', () => {
  const all = code.map(({ text }) => text).join('\n')
  expect([...withRules].filter((name) => !isNamedIn(all, name))).toEqual([])
})

test('each class in the code has a rule in a sheet', () => {
  const missing = code.flatMap(({ file, text }) =>
    [...classTextOf(text).matchAll(/(?<![\w{.-])[a-z][\w-]*(?=['"`\s]|$)/g)]
      .filter(([name]) => !withRules.has(name))
      .map(([name]) => `${name} in ${file}`),
  )
  expect(missing).toEqual([])
})

test('a class stands in ui/, or in the sheets of one folder, whose code alone names it', () => {
  const strays = sheets
    .filter((sheet) => !isOfUi(sheet))
    .flatMap((sheet) =>
      classesOf(sheet)
        .filter((name) => !ofUi.has(name))
        .flatMap((name) =>
          code
            .filter(({ file }) => !file.startsWith(`${dirname(sheet)}/`))
            .filter(({ text }) => isNamedIn(` ${classTextOf(text)} `, name))
            .map(({ file }) => `${name} of ${sheet} in ${file}`),
        ),
    )
  expect(strays).toEqual([])
})
