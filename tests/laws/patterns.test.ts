import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root, textOf } from './imports.ts'

/** Patterns as they are written, each behind what no division follows. */
const literals =
  /(?:[(,=:[!&|?{}>]\s*|return )(\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/([dgimsuvy]*))(?=[\s.,);\]:?}]|$)/gm

const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\./.test(file))

const patterns = new Map(
  files.flatMap((file) =>
    [...textOf(file).matchAll(literals)].map(([, whole = '', source = '', flags]) => [
      whole,
      { file, pattern: new RegExp(source, flags) },
    ]),
  ),
)

/** What can keep a pattern busy: what its classes and signs stand for, and its own beginning. */
function pumpsFor(source: string): string[] {
  const signs = source.replace(/\\[a-z]/gi, '').match(/[^\w^$*+?|{}()[\]\\]/g) ?? []
  const letters = source.replace(/\\[a-z]/gi, '').match(/[a-z]/gi) ?? []
  const own = source.replace(/\\[a-z]|[\\^$*+?()[\]{}|]/gi, '').slice(0, 10)
  const pumps = [' ', '\n', '1', 'a', 'A1', '1 ', ...signs, ...letters.slice(0, 4), own]
  return [...new Set(pumps.filter(Boolean))]
}

function millisecondsFor(pattern: RegExp, text: string): number {
  const begin = performance.now()
  text.replace(pattern, '')
  return performance.now() - begin
}

/**
 * The shortest of several times: the first is with cold caches, and another thread may hold one up.
 * Not processor time, which a thread is told in steps of some milliseconds.
 */
const leastFor = (pattern: RegExp, text: string) =>
  Math.min(...Array.from({ length: 5 }, () => millisecondsFor(pattern, text)))

/** True where four times the text takes far more than four times as long, or a short one takes ages. */
function isSlowOn(pattern: RegExp, textOf: (length: number) => string): boolean {
  if (millisecondsFor(pattern, textOf(20)) > 1 && leastFor(pattern, textOf(20)) > 1) return true
  if (millisecondsFor(pattern, textOf(2_000)) < 0.5) return false
  return leastFor(pattern, textOf(4_000)) > 8 * leastFor(pattern, textOf(1_000))
}

/** What a text begins with and what comes again in it, where a pattern is slow on it. */
function slowOn(pattern: RegExp): string | undefined {
  const texts = ['', '1', 'a'].flatMap((begin) =>
    pumpsFor(pattern.source).map((pump) => ({ begin, pump })),
  )
  const slow = texts.find(({ begin, pump }) =>
    isSlowOn(pattern, (length) => `${begin}${pump.repeat(length / pump.length)}\0`),
  )
  return slow && JSON.stringify(slow)
}

test('a pattern that takes the square of its text is found', () => {
  for (const slow of [/^\s*\$?\s*(\d+)$/, /a+$/, /^(\D+?)\s*(\d.*)$/, /^1(a+\s?)+;/]) {
    expect(slowOn(slow), slow.source).toBeDefined()
  }
})

test('no pattern takes longer than in proportion to a text, which may be a stranger’s', () => {
  expect(patterns.size).toBeGreaterThan(250)
  const slow = [...patterns].flatMap(([whole, { file, pattern }]) => {
    const text = slowOn(pattern)
    return text ? `${whole} in ${file} on ${text}` : []
  })
  expect(slow).toEqual([])
})
