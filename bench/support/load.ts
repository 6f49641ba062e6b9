/**
 * Sends requests as fast as a server answers, one after the other on each connection. Runs in its own
 * process, so that the measured program does not delay it, and does little work for each request,
 * because it shares the processors with the server.
 */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { percentile } from './harness.ts'

const entry = fileURLToPath(import.meta.url)

/** What to ask for, from how many connections at once, and until when. */
export type Load = {
  url: string
  clients: number
  /** Each answer must have one of these statuses. */
  statuses: readonly number[]
  headers?: Record<string, string>
  /** Ends after N requests, or N seconds. */
  count?: number
  seconds?: number
  /** Posts leads, of which this is the number of the first. They have only the service in common. */
  leadsFrom?: number
}

/** The result of a load. Times are milliseconds. */
export type LoadResult = { answered: number; tookMs: number; p50: number; p99: number }

/** A request as a browser sends it. */
export function leadBody(number: number) {
  const digits = String(2_000_000 + (number % 8_000_000))
  return {
    name: `Maria Alvarez ${number}`,
    email: `maria.alvarez.${number}@example.com`,
    phone: `(386) ${digits.slice(0, 3)}-${digits.slice(3)}`,
    address: `${number} Lakeshore Drive, Deltona`,
    service: 'ac-repair',
    message: `The unit outside of number ${number} hums but does not start. It was last serviced in spring.`,
    submissionId: crypto.randomUUID(),
  }
}

/** Runs a load in a new process. Throws if an answer has another status. */
export async function sendLoad(load: Load): Promise<LoadResult> {
  const { stdout } = await promisify(execFile)(process.execPath, [entry, JSON.stringify(load)])
  return JSON.parse(stdout)
}

/** The bytes of one request after the other; those of leads are made in advance, for N seconds. */
function makeRequests({ url, headers = {}, seconds = 0, leadsFrom }: Load): () => Buffer {
  const { host, pathname } = new URL(url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  if (leadsFrom === undefined) {
    const request = Buffer.from(`GET ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`)
    return () => request
  }
  const head = `POST ${pathname} HTTP/1.1\r\n${lines.join('')}content-type: application/json\r\n`
  const make = (number: number) => {
    const body = JSON.stringify(leadBody(number))
    return Buffer.from(`${head}content-length: ${body.length}\r\n\r\n${body}`)
  }
  // More than any server here stores in a second.
  const made = Array.from({ length: Math.ceil(seconds * 8_000) }, (_, i) => make(leadsFrom + i))
  let next = 0
  return () => {
    next += 1
    return made[next - 1] ?? make(leadsFrom + next - 1)
  }
}

/** The status of an answer; undefined until all of it is there. */
function readStatus(received: string, bytes: number): number | undefined {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const status = Number(received.slice(9, 12))
  if (status === 304) return status
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(received.slice(0, end + 2))?.[1])
  if (Number.isNaN(length)) throw new Error(`an answer without a length: ${received}`)
  return bytes < end + 4 + length ? undefined : status
}

/** Sends over one connection until `next` returns nothing. */
async function runClient(
  { url, statuses }: Load,
  next: () => Buffer | undefined,
  times: number[],
): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).setNoDelay()
  await once(socket, 'connect')
  for (let request = next(); request; request = next()) {
    const sentAt = performance.now()
    let [received, bytes] = ['', 0]
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const take = (chunk: Buffer) => {
      if (!received.includes('\r\n\r\n')) received += chunk.toString('latin1')
      bytes += chunk.length
      const status = readStatus(received, bytes)
      if (status !== undefined) resolve(status)
    }
    socket.on('data', take).once('error', reject).once('close', reject)
    socket.write(request)
    const status = await promise
    socket.off('data', take).off('error', reject).off('close', reject)
    if (!statuses.includes(status)) throw new Error(`answered ${received}`)
    times.push(performance.now() - sentAt)
  }
  socket.end()
}

async function run(load: Load): Promise<LoadResult> {
  const { count = Number.POSITIVE_INFINITY, seconds = Number.POSITIVE_INFINITY, clients } = load
  const request = makeRequests(load)
  const times: number[] = []
  let sent = 0
  const start = performance.now()
  const next = () => {
    sent += 1
    return sent <= count && performance.now() < start + seconds * 1000 ? request() : undefined
  }
  await Promise.all(Array.from({ length: clients }, () => runClient(load, next, times)))
  const tookMs = performance.now() - start
  return {
    answered: times.length,
    tookMs,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  }
}

if (import.meta.main) {
  process.stdout.write(JSON.stringify(await run(JSON.parse(process.argv[2] ?? ''))))
  process.exit(0)
}
