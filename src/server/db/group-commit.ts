import { isDatabaseAway } from './failures.ts'

/** More than this are not stored by one statement: the first caller would wait for too many. */
const maxTogether = 50

type Waiting<Item, Result> = { item: Item } & PromiseWithResolvers<Result>

/**
 * Makes the function that stores one item. Items that come while others are being stored wait for
 * these, and are then stored together, by one statement and one commit. `store` stores all of its
 * items or none, and returns a result for each, in their order. An item that cannot be stored fails
 * alone; if the database is away, all fail.
 */
export function createGroupCommit<Item, Result>(
  store: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let isStoring = false

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
    isStoring = true
    while (waiting.length > 0) await storeTogether(waiting.splice(0, maxTogether))
    isStoring = false
  }

  return (item) => {
    const result = Promise.withResolvers<Result>()
    waiting.push({ item, ...result })
    if (!isStoring) void storeAll()
    return result.promise
  }
}
