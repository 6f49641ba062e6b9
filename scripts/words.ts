import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'

/** A part of a file of code: a literal, an element and the like. */
type Part = { type: string; start: number; end: number } & Record<string, unknown>

const partsOf = (part: Part): Part[] =>
  Object.entries(part)
    .filter(([name]) => name !== 'key' && name !== 'source')
    .flatMap(([, value]) => (value ?? []) as Part | Part[])
    .filter((value) => typeof value?.type === 'string')
    .sort((one, other) => one.start - other.start)

const isElement = ({ type }: Part) => /^JSX(Element|Fragment)$/.test(type)

/** True for what reads as one text: a literal, a sum of them, an element with words of its own. */
const isText = (part: Part) =>
  /^(Template)?Literal$/.test(part.type) ||
  part.operator === '+' ||
  (isElement(part) &&
    partsOf(part).some(({ type, raw }) => type === 'JSXText' && /\S/.test(`${raw}`)))

/** True for types, imports, queries, and attributes that nobody reads. */
const isWordless = ({ type, name }: Part) =>
  /^(TS(?!As|Satisfies)|Import|JSXClosing|TaggedTemplate)/.test(type) ||
  (type === 'JSXAttribute' && /"(className|content|d|sizes|viewBox)"/.test(JSON.stringify(name)))

/** Matches two words, or one that begins as a sentence does. */
const isRead = /[\w’”,.:;…] [\w“…]|^[A-Z][a-z]+\b/
const isCode = /^(select|copy|set (local|\w+ =)|begin transaction|truncate|case when|btn) |\dpx\b/

/** Returns how a part reads; what is filled in stands in braces. */
function read(part: Part, code: string): string {
  const own = code.slice(part.start, part.end)
  if (part.type === 'Literal') return /^['"]/.test(own) ? own.slice(1, -1) : `{${own}}`
  if (part.type === 'TemplateElement') return own.replace(/^[`}]|(\$\{|`)$/g, '')
  if (part.type === 'JSXText') return own.replace(/^\s*\n\s*|\s*\n\s*$/g, '')
  if (/^JSX(Opening|Closing|Empty)/.test(part.type)) return ''
  const isWhole = isText(part) || isElement(part) || part.type === 'JSXExpressionContainer'
  if (!isWhole) return own.length > 40 || /^(Cond|Logical)/.test(part.type) ? '{…}' : `{${own}}`
  const all = partsOf(part).map((each) => read(each, code))
  return all.join('')
}

/** Returns the texts of a file of code that a person can read. */
export function wordsOf(file: string, code: string): string[] {
  const found = new Set<string>()
  const visit = (part: Part, isInText: boolean) => {
    if (isWordless(part)) return
    const text =
      isInText || !isText(part)
        ? ''
        : read(part, code)
            .replace(/(\\n|\s)+/g, ' ')
            .trim()
    if (isRead.test(text.replace(/\{.*?\}/g, '…')) && !isCode.test(text)) found.add(text)
    for (const each of partsOf(part))
      visit(each, isText(part) && !/JSXOpen|Cond|Logical/.test(each.type))
  }
  visit({ ...parseSync(file, code).program }, false)
  return [...found]
}

if (import.meta.main) {
  const all = globSync('{src/**,scripts}/*.{ts,tsx}', {
    exclude: ['**/*.test.*', '**/demo-data.ts'],
  })
  const places = all.sort().map((file) => [file, ...wordsOf(file, readFileSync(file, 'utf8'))])
  for (const [file, ...words] of places.filter((place) => place.length > 1)) {
    process.stdout.write(`\n## ${file}\n${words.join('\n')}\n`)
  }
  const documents = globSync(['*.md', 'docs/**/*.md']).sort().join('\n')
  process.stdout.write(`\n${places.flat().length - places.length} texts, beside:\n${documents}\n`)
}
