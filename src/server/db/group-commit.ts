import { isDatabaseAway } from './failures.ts'

/** More than this are not stored by one statement: the first caller would wait for too many. */
const maxTogether = 50

type Waiting<Item, Result> = { item: Item } & PromiseWithResolvers<Result>

/** `lanes`: how many statements run at once. `gather` resolves when enough items have come. */
type GroupOptions = { lanes?: number; gather?: (() => Promise<unknown>) | undefined }

/**
 * Makes the function that stores one item. Items that come while others are being stored wait for
 * these, and are then stored together, by one statement and one commit. `store` stores all of its
 * items or none, and returns a result for each, in their order. An item that cannot be stored fails
 * alone; if the database is away, all fail.
 */
export function createGroupCommit<Item, Result>(
  store: (items: readonly Item[]) => Promise<readonly Result[]>,
  { lanes = 1, gather }: GroupOptions = {},
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let lanesAtWork = 0

  async function storeTogether(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await store(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      if (batch.length === 1 || isDatabaseAway(error)) {
        for (const { reject } of batch) reject(error)
        return
      }
      for (const each of batch) await storeTogether([each])
    }
  }

  async function storeAll(): Promise<void> {
    lanesAtWork += 1
    while (waiting.length > 0) {
      // Even without it, what comes in the same turn of the event loop is stored together.
      await gather?.()
      const batch = waiting.splice(0, maxTogether)
      if (batch.length > 0) await storeTogether(batch)
    }
    lanesAtWork -= 1
  }

  return (item) => {
    const result = Promise.withResolvers<Result>()
    waiting.push({ item, ...result })
    if (lanesAtWork < lanes) void storeAll()
    return result.promise
  }
}
