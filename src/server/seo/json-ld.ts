import { fieldError } from '../http/errors.ts'

/** How deep objects and lists can be nested: what writes JSON calls itself for each level. */
export const mostLevels = 32

const refusal = (problem: string) => fieldError('structuredData', `The structured data ${problem}`)

const isWithin = (levels: number, value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((each) => isWithin(levels - 1, each)))

/** Returns the value of a JSON text. Throws `invalid_request` that says what is wrong with another text. */
export function readJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw refusal(`is wrong: ${(error as Error).message}.`)
  }
  if (isWithin(mostLevels, value)) return value
  throw refusal(`has objects or lists that are nested more than ${mostLevels} deep.`)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function problemOfDocument(document: unknown, where: string): string | undefined {
  if (!isObject(document)) return `must hold JSON objects, but ${where} isn’t one.`
  const { '@context': context, '@type': type, '@graph': graph } = document
  const isContext = typeof context === 'string' || isObject(context) || Array.isArray(context)
  if (!isContext) return `needs an "@context", such as "https://schema.org", in ${where}.`
  if (type === undefined && graph === undefined) {
    return `needs an "@type", such as "Organization", or a "@graph" in ${where}.`
  }
  if (graph !== undefined && !(Array.isArray(graph) && graph.every(isObject))) {
    return `has a "@graph" in ${where} that isn’t a list of objects.`
  }
  const types = [type ?? []].flat()
  if (!types.every((name) => typeof name === 'string')) {
    return `has an "@type" in ${where} that isn’t a name or a list of names.`
  }
  return undefined
}

/** Why a value is not JSON-LD, as the end of a sentence; undefined for JSON-LD. */
export function findJsonLdProblem(value: unknown): string | undefined {
  const isList = Array.isArray(value)
  return [value]
    .flat()
    .map((document, index) =>
      problemOfDocument(document, isList ? `entry ${index + 1}` : 'its outermost object'),
    )
    .find((problem) => problem !== undefined)
}

/** Throws `invalid_request`, with what is wrong, for a text that is no JSON-LD and not empty. */
export function checkJsonLd(text: string): void {
  const problem = text === '' ? undefined : findJsonLdProblem(readJson(text))
  if (problem) throw refusal(problem)
}
