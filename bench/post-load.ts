/**
 * Posts leads as fast as the server answers, one after the other on each connection. Runs in its
 * own process, so that the measured program does not delay it.
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { runClient } from './keep-alive-client.ts'

const entry = fileURLToPath(import.meta.url)

/** Where to post to, from how many connections at once, and for how long. */
export type Load = {
  url: string
  clients: number
  seconds: number
  /** The number of the first lead. Leads with different numbers have only the service in common. */
  from: number
}

/** The result of a load. Times are milliseconds. */
export type LoadResult = { stored: number; tookMs: number; p50: number; p99: number }

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

/** Runs a load in a new process. Throws if an answer was not 201. */
export async function postLeads(load: Load): Promise<LoadResult> {
  const { stdout } = await promisify(execFile)(process.execPath, [entry, JSON.stringify(load)])
  return JSON.parse(stdout)
}

/**
 * Requests that are made in advance for each second: more than any server here answers. Further
 * ones are made when they are sent.
 */
const madePerSecond = 8_000

function* makeRequests({ url, from, seconds }: Load): Generator<Buffer, never> {
  const { host, pathname } = new URL(url)
  const head = `POST ${pathname} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n`
  const make = (number: number) => {
    const body = JSON.stringify(leadBody(number))
    return Buffer.from(`${head}content-length: ${body.length}\r\n\r\n${body}`)
  }
  const count = Math.ceil(seconds * madePerSecond)
  const made = Array.from({ length: count }, (_, i) => make(from + i))
  yield Buffer.alloc(0)
  yield* made
  for (let number = from + count; ; number += 1) yield make(number)
}

async function run(load: Load): Promise<LoadResult> {
  const requests = makeRequests(load)
  // The first call makes the requests, before the time is measured.
  requests.next()
  const times: number[] = []
  const start = performance.now()
  const deadline = start + load.seconds * 1000
  const next = () => (performance.now() < deadline ? requests.next().value : undefined)
  const client = { url: load.url, next, statuses: [201], onAnswer: (ms: number) => times.push(ms) }
  await Promise.all(Array.from({ length: load.clients }, () => runClient(client)))
  const tookMs = performance.now() - start
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.ceil(share * times.length) - 1] ?? Number.NaN
  return { stored: times.length, tookMs, p50: at(0.5), p99: at(0.99) }
}

if (import.meta.main) {
  const result = await run(JSON.parse(process.argv[2] ?? ''))
  process.stdout.write(JSON.stringify(result))
  process.exit(0)
}
