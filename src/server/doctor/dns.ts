import { Resolver } from 'node:dns/promises'

/** Asks for text records; undefined if there are none. Throws if the DNS cannot be asked. */
export type ReadTexts = (name: string) => Promise<string[] | undefined>

const isMissing = (error: unknown) =>
  ['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '')

export function createReadTexts(): ReadTexts {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  return async (name) => {
    try {
      const records = await resolver.resolveTxt(name)
      return records.map((pieces) => pieces.join(''))
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }
}
