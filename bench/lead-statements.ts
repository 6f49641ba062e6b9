import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { waitUntil } from './processes.ts'
import { postOneLead, startProduct } from './servers-under-load.ts'
import { startCountingProxy, type Traffic } from './statement-count.ts'

const warmUps = 20
const samples = 5
const quietMs = 500

/**
 * What the product sends to PostgreSQL for one lead, before and after its answer to the visitor.
 */
export type LeadTraffic = { before: Traffic; after: Traffic }

const sizeOf = ({ before, after }: LeadTraffic) =>
  before.statements.length + after.statements.length

/** Sends single leads to an idle product. Returns the traffic of the lead that had the least. */
export async function traceLead(databaseUrl: string): Promise<LeadTraffic> {
  const proxy = await startCountingProxy(databaseUrl)
  const folder = temporaryFolder()
  const program = await startProduct({ DATA_DIR: folder.path, DATABASE_URL: proxy.url })
  const waitUntilQuiet = () => waitUntil(() => performance.now() - proxy.lastAt() > quietMs, 10_000)
  let least: LeadTraffic | undefined
  try {
    for (let i = 0; i < warmUps; i += 1) await postOneLead(program)
    for (let i = 0; i < samples; i += 1) {
      await waitUntilQuiet()
      proxy.take()
      await postOneLead(program)
      const before = proxy.take()
      await waitUntilQuiet()
      const traffic = { before, after: proxy.take() }
      // Other work of the product can only add traffic, so the least is the traffic of the lead.
      if (!least || sizeOf(traffic) < sizeOf(least)) least = traffic
    }
  } finally {
    await program.end()
    proxy.close()
    folder.remove()
  }
  if (!least) throw new Error('nothing was traced')
  return least
}

/** A statement on one line, cut at 90 characters. */
export function shorten(statement: string): string {
  const words = statement.replaceAll(/\s+/g, ' ').trim()
  return words.length <= 90 ? words : `${words.slice(0, 89)}…`
}
