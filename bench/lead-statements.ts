import { temporaryFolder } from '../tests/temporary-folder.ts'
import { waitUntil } from './processes.ts'
import { postOneLead, startProduct } from './servers-under-load.ts'
import { startCountingProxy, type Traffic } from './statement-count.ts'

const warmUps = 20
const samples = 5
const quietMs = 500

/** What one lead asks of PostgreSQL before it is answered, and after that. */
export type LeadTraffic = { before: Traffic; after: Traffic }

const sizeOf = ({ before, after }: LeadTraffic) =>
  before.statements.length + after.statements.length

/** Sends the product single leads while nothing else happens. Answers the one with the least traffic. */
export async function traceLead(databaseUrl: string): Promise<LeadTraffic> {
  const proxy = await startCountingProxy(databaseUrl)
  const folder = temporaryFolder()
  const program = await startProduct({ DATA_DIR: folder.path, DATABASE_URL: proxy.url })
  const becomeQuiet = () => waitUntil(() => performance.now() - proxy.lastAt() > quietMs, 10_000)
  let least: LeadTraffic | undefined
  try {
    for (let i = 0; i < warmUps; i += 1) await postOneLead(program)
    for (let i = 0; i < samples; i += 1) {
      await becomeQuiet()
      proxy.take()
      await postOneLead(program)
      const before = proxy.take()
      await becomeQuiet()
      const traffic = { before, after: proxy.take() }
      // The product does other work now and then, which only ever adds.
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

/** The beginning of a statement, on one line. */
export function shorten(statement: string): string {
  const words = statement.replaceAll(/\s+/g, ' ').trim()
  return words.length <= 90 ? words : `${words.slice(0, 89)}…`
}
