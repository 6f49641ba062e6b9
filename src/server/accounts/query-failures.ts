import type { BetterAuthOptions } from 'better-auth'
import type { DBAdapter } from 'better-auth/adapters'
import { APIError } from 'better-auth/api'
import type { QueryFailure } from './library-errors.ts'

/**
 * Carries what a query failed with through the library. It passes on no errors but its own kind, and
 * answers any other as if the person had done something wrong, or without the reason.
 */
class QueryFailed extends APIError implements QueryFailure {
  readonly isQueryFailure = true
  constructor(cause: unknown) {
    super('INTERNAL_SERVER_ERROR')
    this.cause = cause
  }
}

/** Makes an adapter of better-auth fail in a way that its callers can tell the reason of. */
export function withQueryFailures(
  makeAdapter: (options: BetterAuthOptions) => DBAdapter,
): (options: BetterAuthOptions) => DBAdapter {
  type Call = (...args: unknown[]) => Promise<unknown>
  const carryingFailures =
    (call: Call): Call =>
    async (...args) => {
      try {
        return await call(...args)
      } catch (error) {
        throw error instanceof APIError ? error : new QueryFailed(error)
      }
    }
  return (options) => {
    const parts = Object.entries(makeAdapter(options))
    return Object.fromEntries(
      parts.map(([name, part]) => [
        name,
        typeof part === 'function' ? carryingFailures(part as Call) : part,
      ]),
    ) as DBAdapter
  }
}
