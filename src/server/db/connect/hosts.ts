import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { isDatabaseAway, NoWriter } from '../failures.ts'

const answerTimeoutMs = 5_000
const askAgainMs = 200
/** How long a server that accepts writes waits for a later one to answer too. */
const rivalMs = 100

const withSeveralHosts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*,[^/?#]*)(.*)$/s

/**
 * The addresses of the single servers in an address with several hosts, as libpq reads it:
 * `postgres://user@one:5432,two:5433/name`.
 */
export function splitHosts(databaseUrl: string): string[] {
  const [, start = '', hosts, end = ''] = withSeveralHosts.exec(databaseUrl) ?? []
  return hosts ? hosts.split(',').map((host) => start + host + end) : [databaseUrl]
}

/** The servers of one database. At most one of them accepts writes, and it may change. */
export type Hosts = {
  /** How to connect to the server that was found last; to the first one before any was found. */
  connection: () => ClientConfig
  /**
   * Asks all servers until one accepts writes. Rejects when each has said that it does not, or has
   * not answered in time.
   */
  findWriter: () => Promise<void>
}

/**
 * The name of the WAL file that a server writes to, undefined if it does not accept writes. It
 * begins with the timeline, so after a failover the newer primary has the greater one.
 */
async function askForWalFile(url: string, stop: AbortSignal): Promise<string | undefined> {
  const client = new Client({
    connectionString: url,
    application_name: 'breezeway',
    connectionTimeoutMillis: answerTimeoutMs,
    query_timeout: answerTimeoutMs,
  })
  const close = () => client.connection.stream.destroy()
  client.on('error', () => {})
  stop.addEventListener('abort', close)
  try {
    await client.connect()
    const { rows } = await client.query<{ wal_file: string | null }>(
      `select case when current_setting('transaction_read_only') = 'off' then
         pg_walfile_name(pg_current_wal_lsn()) end wal_file`,
    )
    return rows[0]?.wal_file ?? undefined
  } finally {
    stop.removeEventListener('abort', close)
    close()
  }
}

/** The error of a search: that the database is away, unless each server refused for good. */
function failureOf(errors: Error[]): Error {
  return errors.find(isDatabaseAway) ?? errors[0] ?? new NoWriter()
}

/** Follows the server that accepts writes, among one or several. */
export function createHosts(urls: readonly string[]): Hosts {
  let [writer = ''] = urls

  async function findWriter() {
    const { promise: found, resolve, reject } = Promise.withResolvers<void>()
    const search = new AbortController()
    const unanswered = new Set(urls)
    const errors: Error[] = []
    let newest = ''

    async function ask(url: string) {
      const walFile = await askForWalFile(url, search.signal)
      if (!walFile) throw new NoWriter()
      if (walFile < newest || search.signal.aborted) return
      newest = walFile
      writer = url
      setTimeout(resolve, rivalMs)
    }

    // While one server hangs, another may begin to accept writes.
    async function askUntilFound(url: string) {
      while (!search.signal.aborted) {
        await ask(url).catch((error) => errors.push(error))
        if (unanswered.delete(url) && unanswered.size === 0) {
          if (newest) resolve()
          else reject(failureOf(errors))
        }
        await sleep(askAgainMs)
      }
    }

    for (const url of urls) askUntilFound(url)
    await found.finally(() => search.abort())
  }

  return { connection: () => ({ connectionString: writer }), findWriter }
}
