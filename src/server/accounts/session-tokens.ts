import { createHash } from 'node:crypto'
import type { BetterAuthOptions } from 'better-auth'
import type { DBAdapter, Where } from 'better-auth/adapters'

/** What the database holds of a session's token: whoever reads a copy of it can sign in as nobody. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

type Query = { model: string; where?: Where[] | undefined }

const isToken = ({ model }: Query, { field }: Where) => model === 'session' && field === 'token'

/** The query as the database is asked. Throws for several tokens at once. */
function hashTokens<Q extends Query>(query: Q): Q {
  const where = query.where?.map((part) =>
    isToken(query, part) ? { ...part, value: hashToken(part.value as string) } : part,
  )
  return where ? { ...query, where } : query
}

/** The row that was found, with the token that it was found by: the library goes on with that. */
function withToken<Row>(row: Row, query: Query): Row {
  const token = query.where?.find((part) => isToken(query, part))?.value
  return row && token !== undefined ? { ...row, token } : row
}

/** Makes an adapter of better-auth store the hashes of sessions' tokens instead of the tokens. */
export function withHashedTokens(
  makeAdapter: (options: BetterAuthOptions) => DBAdapter,
): (options: BetterAuthOptions) => DBAdapter {
  return (options) => {
    const adapter = makeAdapter(options)
    return {
      ...adapter,
      async create(input) {
        if (input.model !== 'session') return adapter.create(input)
        const { token = '', ...data } = input.data as Record<string, string>
        const stored = { ...data, token: hashToken(token) }
        const row: object = await adapter.create({ ...input, data: stored })
        return { ...row, token } as never
      },
      findOne: async (query) => withToken(await adapter.findOne(hashTokens(query)), query) as never,
      findMany: async (query) => {
        const rows = await adapter.findMany(hashTokens(query))
        return rows.map((row) => withToken(row, query)) as never
      },
      update: async (query) => withToken(await adapter.update(hashTokens(query)), query) as never,
      delete: (query) => adapter.delete(hashTokens(query)),
      deleteMany: (query) => adapter.deleteMany(hashTokens(query)),
    }
  }
}
