import { createHash } from 'node:crypto'
import type { BetterAuthOptions } from 'better-auth'
import type { DBAdapter, Where } from 'better-auth/adapters'

/** What the database holds of a session's token: whoever reads a copy of it can sign in as nobody. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

type Row = Record<string, unknown>

const tokenIn = (where: Where[]) => where.find(({ field }) => field === 'token')?.value

function hashIn(where: Where[]): Where[] {
  const hash = (token: Where['value']) => hashToken(String(token))
  return where.map((part) => (part.field === 'token' ? { ...part, value: hash(part.value) } : part))
}

/** The library goes on with the token that it knows. */
function restore<T>(row: T, token: unknown): T {
  return row && token !== undefined ? { ...row, token } : row
}

/** Makes an adapter of better-auth store the hashes of sessions' tokens instead of the tokens. */
export function withHashedTokens(
  makeAdapter: (options: BetterAuthOptions) => DBAdapter,
): (options: BetterAuthOptions) => DBAdapter {
  return (options) => {
    const adapter = makeAdapter(options)
    const whereOf = ({ model, where }: { model: string; where: Where[] }) =>
      model === 'session' ? hashIn(where) : where
    const tokenOf = ({ model, where }: { model: string; where: Where[] }) =>
      model === 'session' ? tokenIn(where) : undefined
    return {
      ...adapter,
      async create(input) {
        if (input.model !== 'session') return adapter.create(input)
        const { token, ...data } = input.data as Row
        const row = await adapter.create({
          ...input,
          data: { ...data, token: hashToken(String(token)) },
        })
        return restore(row as never, token)
      },
      async findOne(input) {
        return restore(
          await adapter.findOne({ ...input, where: whereOf(input) }),
          tokenOf(input),
        ) as never
      },
      async update(input) {
        return restore(
          await adapter.update({ ...input, where: whereOf(input) }),
          tokenOf(input),
        ) as never
      },
      delete: (input) => adapter.delete({ ...input, where: whereOf(input) }),
      deleteMany: (input) => adapter.deleteMany({ ...input, where: whereOf(input) }),
    }
  }
}
