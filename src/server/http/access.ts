import { api } from '#/contracts/endpoints/api.ts'
import { type Endpoint, rowsFor, type Setting } from '#/contracts/endpoints/endpoint.ts'
import { tokenForms, tokenPaths } from '#/contracts/token-routes.ts'

const secret = rowsFor({ who: 'secret' }, '')

/** The forms of pages that are opened by the secret in their address. The lead's history records their changes. */
const formRows = (Object.keys(tokenForms) as (keyof typeof tokenForms)[]).flatMap((page) =>
  tokenForms[page].map((end) => secret.post()(tokenPaths[page] + end, 'no entry')),
)

/**
 * The table of access: every route that changes something, and every route of the API, with who may
 * use it. A route that is not in it cannot be registered.
 */
export const accessTable: readonly Endpoint[] = [
  ...Object.values<Endpoint | Setting>(api).flatMap((row) =>
    'read' in row ? [row.read, row.change] : [row],
  ),
  ...formRows,
]

const rows = new Map(accessTable.map((row) => [`${row.method} ${row.path}`, row]))

/**
 * The row of a route; undefined for a page that everyone may read. Throws for a route that changes
 * something, or is of the API, and has no row.
 */
export function accessRowOf(method: string, path: string): Endpoint | undefined {
  const isRead = method === 'GET' || method === 'HEAD'
  const name = `${isRead ? 'GET' : method} ${path}`
  const row = rows.get(name)
  if (!row && (!isRead || path.startsWith('/api/'))) {
    throw new Error(`${name} is not in the table of access: it has no row in contracts/endpoints`)
  }
  return row
}
