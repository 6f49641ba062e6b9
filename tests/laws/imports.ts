import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The files of code, as paths from the root. */
export const sources = globSync('{src,scripts,tests,bench}/**/*.{ts,tsx}', { cwd: root }).sort()

/** Returns the text of a file. */
export const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

/** Tells whether a file is a test. */
export const isTest = (file: string) => /\.test\.tsx?$/.test(file)

const importStatements =
  /^(?:import|export|\})[^'\n]*\bfrom '([^']+)'|^import '([^']+)'|\bimport\(\s*'([^']+)'\)/gm

/** Returns what a file imports: paths from the root, and names of packages. */
export function importsOf(file: string): string[] {
  const specifiers = [...textOf(file).matchAll(importStatements)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  )
  return specifiers.map((specifier) => {
    if (specifier.startsWith('#/')) return specifier.replace('#/', 'src/')
    if (specifier.startsWith('#tests/')) return specifier.replace('#', '')
    if (!specifier.startsWith('.')) return specifier
    return relative(root, join(root, dirname(file), specifier))
  })
}
