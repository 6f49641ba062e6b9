import fc from 'fast-check'

/** Texts that have broken programs: at the edges of encodings, numbers, markup and objects. */
const knownBad = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\r\n',
  '\u2028',
  '\u0085',
  '\uD800',
  '\uDC00\uD800',
  '\uFEFF',
  '\u202Eabc',
  'é',
  'e\u0301',
  '👩‍👩‍👧‍👦',
  'İ',
  '＝1+1',
  '-1',
  '0',
  '1e308',
  'NaN',
  '9007199254740993',
  '999999999999999999999999',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '</script><img src=x>',
  '<!--<script>',
  '"><meta http-equiv=refresh content=0>',
  "'; drop table leads; --",
  '%00',
  '%',
  '%ED%A0%80',
  '../../etc/passwd',
  '{{7*7}}',
  'http://[::1',
  'javascript:alert(1)',
]

/** Any UTF-16 code unit, halves of pairs too. */
const codeUnit = fc.nat(0xffff).map((code) => String.fromCharCode(code))

/** One piece so often that whatever looks back for each repeat takes long. */
function longRun(longest: number): fc.Arbitrary<string> {
  const piece = fc.oneof(fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 3 }), codeUnit)
  return fc
    .tuple(piece, fc.integer({ min: 1, max: longest }), fc.constantFrom('', 'x', '!', '\n'))
    .map(
      ([repeated, length, end]) =>
        repeated.repeat(Math.ceil(length / repeated.length)).slice(0, length) + end,
    )
}

/** Any text, and more often than chance those that break things. */
export function oddText(longest = 12_000): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 20, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
    { weight: 10, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
    { weight: 10, arbitrary: fc.string({ unit: codeUnit, maxLength: 20 }) },
    { weight: 20, arbitrary: fc.constantFrom(...knownBad) },
    { weight: 1, arbitrary: longRun(longest) },
  )
}

/** Texts made of these pieces, with others now and then: nearly of a language. */
export function fromPieces(pieces: readonly string[], most = 12): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...pieces) },
    { weight: 1, arbitrary: oddText(400) },
  )
  return fc.array(piece, { maxLength: most }).map((parts) => parts.join(''))
}

const names = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'prototype'), oddText(200))

/** Any value that JSON can hold, as `JSON.parse` makes it: `__proto__` is a name like others. */
export const oddJson: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, false),
    fc.oneof(fc.double(), fc.constantFrom(0, -1, 2 ** 31, 2 ** 53, 1e308, -1e-308)),
    oddText(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(names, tie('value')), { maxLength: 4 })
      .map((entries) => withOwnNames({}, entries)),
  ),
})).value

/** Sets properties as `JSON.parse` does, which takes `__proto__` for a name like others. */
function withOwnNames(
  object: Record<string, unknown>,
  entries: readonly (readonly [string, unknown])[],
): Record<string, unknown> {
  for (const [name, value] of entries) {
    Object.defineProperty(object, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  return object
}

/** Objects with some of these fields, mostly of their kind, and with others now and then. */
export function nearly(
  fields: Record<string, fc.Arbitrary<unknown>>,
): fc.Arbitrary<Record<string, unknown>> {
  const known = Object.entries(fields).map(([name, usual]) => {
    const entry = (value: unknown) => [[name, value]] as const
    return fc.oneof(
      { weight: 30, arbitrary: usual.map(entry) },
      { weight: 2, arbitrary: oddJson.map(entry) },
      { weight: 1, arbitrary: fc.constant([]) },
    )
  })
  const others = fc.array(fc.tuple(names, oddJson), { maxLength: 1 })
  return fc
    .tuple(others, ...known)
    .map(([more, ...entries]) => withOwnNames({}, [...entries.flat(), ...more]))
}
