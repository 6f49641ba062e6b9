import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root, textOf } from './imports.ts'

/** A file in backquotes, with the names of its tests, if there are any, in quotation marks. */
export const citation = /`([\w@./-]+\.tsx?)`((?:(?:,| and)? “[^”]+”)*)/g

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** True if a file has a test of this name, alone or for each of many cases. */
function hasTest(file: string, name: string): boolean {
  if (!existsSync(join(root, file))) return false
  const call = String.raw`(?:\b(?:test|it)(?:\.concurrent)?|\))\(\s*`
  const text = textOf(file)
  return new RegExp(`${call}(['"\`])${escaped(name)}\\1,`).test(text)
}

/** The tests that a text of a document names. */
export const testsIn = (text: string): { file: string; name: string }[] =>
  [...text.matchAll(citation)].flatMap(([, file = '', names = '']) =>
    [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => ({ file, name })),
  )

/** Of the tests that a text names those that are not there. */
export const missingIn = (text: string): string[] =>
  testsIn(text).flatMap(({ file, name }) => (hasTest(file, name) ? [] : `${file} “${name}”`))
