import {
  findNodeAtLocation,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'

/** Something wrong with a JSON-LD text. Lines and columns count from 1. */
export type JsonFinding = {
  /** An error is not JSON; a warning is what search engines would not understand. */
  kind: 'error' | 'warning'
  message: string
  line: number
  column: number
}

/** By the names that the parser has for them. */
const syntaxMessages: Record<string, string> = {
  InvalidSymbol: 'This is no JSON value. Texts stand in double quotes.',
  InvalidNumberFormat: 'This is no number as JSON writes it.',
  PropertyNameExpected: 'A name in double quotes is expected here.',
  ValueExpected: 'A value is expected here.',
  ColonExpected: 'A colon is expected here.',
  CommaExpected: 'A comma is expected here.',
  CloseBraceExpected: 'A closing brace } is expected here.',
  CloseBracketExpected: 'A closing bracket ] is expected here.',
  EndOfFileExpected: 'The data ends before this. Nothing more is expected.',
  InvalidCommentToken: 'JSON has no comments.',
  UnexpectedEndOfComment: 'JSON has no comments.',
  UnexpectedEndOfString: 'This text has no closing quote.',
  UnexpectedEndOfNumber: 'This number is not complete.',
  InvalidUnicode: 'This is no Unicode escape: it needs four hexadecimal digits.',
  InvalidEscapeCharacter: 'A backslash cannot stand before this character.',
  InvalidCharacter: 'This character must be escaped.',
}

function positionOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

type Warning = { node: Node; message: string }

const contextMessage = '"@context" should be "https://schema.org".'

function hasSchemaContext(context: Node): boolean {
  const texts = context.type === 'array' ? (context.children ?? []) : [context]
  const vocabulary = findNodeAtLocation(context, ['@vocab'])
  return [...texts, vocabulary].some(
    (node) => typeof node?.value === 'string' && /^https?:\/\/schema\.org\/?$/.test(node.value),
  )
}

function checkThing(node: Node): Warning[] {
  if (node.type !== 'object') {
    return [{ node, message: 'An object with "@context" and "@type" is expected here.' }]
  }
  const type = findNodeAtLocation(node, ['@type'])
  if (!type) return [{ node, message: '"@type" is missing: say what this describes.' }]
  const types = type.type === 'array' ? (type.children ?? []) : [type]
  const isText = types.length > 0 && types.every(({ value }) => typeof value === 'string' && value)
  return isText ? [] : [{ node: type, message: '"@type" should be the name of a type.' }]
}

function checkDocument(node: Node): Warning[] {
  if (node.type !== 'object') return checkThing(node)
  const context = findNodeAtLocation(node, ['@context'])
  const warnings: Warning[] = []
  if (!context) warnings.push({ node, message: `"@context" is missing. ${contextMessage}` })
  else if (!hasSchemaContext(context)) warnings.push({ node: context, message: contextMessage })
  const graph = findNodeAtLocation(node, ['@graph'])
  const things = graph ? (graph.type === 'array' ? (graph.children ?? []) : [graph]) : [node]
  return [...warnings, ...things.flatMap(checkThing)]
}

/** What is wrong with a JSON-LD text. Nothing is wrong with an empty one. */
export function findJsonProblems(text: string): JsonFinding[] {
  if (text.trim() === '') return []
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { disallowComments: true })
  if (errors.length > 0 || !root) {
    // A mistake is followed by others in the same place, of which only the first makes sense.
    const firsts = errors.filter(
      ({ offset }, index) => errors.findIndex((each) => each.offset === offset) === index,
    )
    return firsts.map(({ error, offset }) => ({
      kind: 'error',
      message: syntaxMessages[printParseErrorCode(error)] ?? 'This is not JSON.',
      ...positionOf(text, offset),
    }))
  }
  const documents = root.type === 'array' ? (root.children ?? []) : [root]
  const warnings = documents.flatMap(checkDocument).sort((a, b) => a.node.offset - b.node.offset)
  return warnings.map(({ node, message }) => ({
    kind: 'warning',
    message,
    ...positionOf(text, node.offset),
  }))
}

/** What the things of a JSON-LD text are, such as `Organization`; undefined where it is not JSON. */
export function typesIn(text: string): string[] | undefined {
  const root = text.trim() === '' ? undefined : parseTree(text, [], { disallowComments: true })
  if (!root) return text.trim() === '' ? [] : undefined
  const documents = root.type === 'array' ? (root.children ?? []) : [root]
  const things = documents.flatMap((node) => {
    const graph = node.type === 'object' ? findNodeAtLocation(node, ['@graph']) : undefined
    return graph?.children ?? [node]
  })
  return things.flatMap((node) => {
    const type = node.type === 'object' ? findNodeAtLocation(node, ['@type']) : undefined
    const types = type?.type === 'array' ? (type.children ?? []) : type ? [type] : []
    return types.map(({ value }) => String(value))
  })
}
