/**
 * Asks for one address, as often as it is told and as fast as the server answers. Runs in its own
 * process, so that the measured program does not delay it.
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { runClient } from './keep-alive-client.ts'

const entry = fileURLToPath(import.meta.url)

/** What to ask for, how often, and on how many connections. Every answer must have one of the statuses. */
export type GetLoad = {
  url: string
  headers: Record<string, string>
  statuses: readonly number[]
  count: number
  clients: number
}

/** Runs a load in a new process. Throws if an answer has another status. */
export async function getOften(load: GetLoad): Promise<void> {
  await promisify(execFile)(process.execPath, [entry, JSON.stringify(load)])
}

async function run({ url, headers, statuses, count, clients }: GetLoad): Promise<void> {
  const { host, pathname } = new URL(url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = Buffer.from(`GET ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`)
  let left = count
  const next = () => (left-- > 0 ? request : undefined)
  const client = { url, next, statuses, onAnswer: () => {} }
  await Promise.all(Array.from({ length: clients }, () => runClient(client)))
}

if (import.meta.main) {
  await run(JSON.parse(process.argv[2] ?? ''))
  process.exit(0)
}
