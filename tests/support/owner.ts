import { api } from '#/contracts/endpoints/api.ts'
import type { LeadPage } from '#/contracts/leads/inbox.ts'

/** The inbox's counts of leads. */
export type InboxCounts = { total: number; matching: number; bySource: number; thisWeek: number }

const email = 'owner@example.com'
const password = 'correct horse battery'

/** Settings that make the owner. */
export const ownerEnv = { ADMIN_EMAIL: email, ADMIN_PASSWORD: password }

/** The owner's calls of the API. */
export async function signInOwner(url: string) {
  const headers = { 'content-type': 'application/json' }
  async function call(path: string, body?: object, cookie = '') {
    const response = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: { ...(body && headers), cookie },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    return response
  }
  const signedIn = await call(api.signIn.path, { email, password })
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  /** The data of a response. */
  const read = async <Data>(path: string) =>
    ((await (await call(path, undefined, cookie)).json()) as { data: Data }).data
  return {
    headers: { cookie },
    read,
    addRecipient: (address: string) => call(api.recipients.path, { email: address }, cookie),
    async readCounts(): Promise<InboxCounts> {
      const [list, sources] = await Promise.all([
        call(`${api.leads.path}?withCounts=true&limit=1`, undefined, cookie),
        read<{ count: number }[]>(api.leadSources.path),
      ])
      const { counts } = (await list.json()) as Required<LeadPage>
      return {
        total: counts.stats.total,
        matching: counts.found.matching,
        bySource: sources.reduce((sum, each) => sum + each.count, 0),
        thisWeek: counts.stats.thisWeek,
      }
    },
  }
}
