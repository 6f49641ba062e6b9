/**
 * `npm run bench:serve`: the processor time of a request for the cached home page, for an asset, and
 * for a page that the browser has already: one request after the other, as visitors come, and as many
 * as the server can answer. In the same run, in turns: bare node:http and Fastify that give the same
 * bytes again, and nginx with them as files if it is installed (`NGINX_PROGRAM` names the program).
 * Limits are ratios within each round, of which the median counts: other work on the machine slows
 * all down, but never evenly.
 */
import { join } from 'node:path'
import { pagePaths } from '#/contracts/routes.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { buildIfStale } from '../scripts/build.ts'
import { getOften } from './get-load.ts'
import { createLimits, median, printLine } from './limits.ts'
import { startNginx } from './nginx.ts'
import { type Program, startProgram, threadMicroseconds } from './processes.ts'
import { accepted, readAnswer } from './same-bytes.ts'
import { startProduct } from './servers-under-load.ts'

const rounds = 15
/** Node compiles the code of a request in steps, the last of them after some 20,000 requests. */
const warmUpRequests = 10_000
const requests = 2_000

/** How much more than by Fastify alone, without headers for safety, bounds and a log, a request may cost. */
const maxRatio = 2.2

/** On one connection the server sleeps between two requests; with eight it never does. */
const loads = { 'one after the other': 1, 'as many as it can': 8 }

type Request = { name: string; path: string; isKnown: boolean; clients: number }

async function listRequests(url: string): Promise<Request[]> {
  const html = await (await fetch(url + pagePaths.home)).text()
  const script = /\/assets\/entry-form[^"]+\.js/.exec(html)?.[0]
  if (!script) throw new Error('the home page names no script')
  const home = pagePaths.home
  const requests = [
    { what: 'the home page', path: home, isKnown: false },
    { what: 'a script', path: script, isKnown: false },
    { what: 'the home page, 304', path: home, isKnown: true },
    { what: 'a script, 304', path: script, isKnown: true },
  ]
  return Object.entries(loads).flatMap(([load, clients]) =>
    requests.map(({ what, ...request }) => ({ name: `${what}, ${load}`, ...request, clients })),
  )
}

/** The processor time of one request, in microseconds. */
async function measure({ url, pid }: Program, request: Request, count: number): Promise<number> {
  const { etag = '' } = (await readAnswer(url + request.path)).headers
  const headers = { ...accepted, ...(request.isKnown && { 'if-none-match': etag }) }
  const statuses = [request.isKnown ? 304 : 200]
  const before = threadMicroseconds([pid])
  const { clients } = request
  await getOften({ url: url + request.path, headers, statuses, count, clients })
  return (threadMicroseconds([pid]) - before) / count
}

function startSameBytes(KIND: string, ORIGIN: string, paths: string[]): Promise<Program> {
  const file = join(import.meta.dirname, 'same-bytes-server.ts')
  return startProgram({ args: [file], env: { KIND, ORIGIN, PATHS: paths.join(' ') } })
}

async function startAll(product: Program, folder: string, paths: string[]) {
  const servers = new Map([['the product', product]])
  servers.set('Fastify alone', await startSameBytes('fastify', product.url, paths))
  servers.set('bare node:http', await startSameBytes('http', product.url, paths))
  const nginx = await startNginx(join(folder, 'nginx'), product.url, paths)
  if (nginx) servers.set('nginx', nginx)
  return servers
}

/** What a request costs by each server, in each round. */
type Costs = Map<string, number[]>
const keyOf = (request: string, server: string) => `${request}, ${server}`

async function measureInTurns(servers: Map<string, Program>, asked: Request[]): Promise<Costs> {
  const costs: Costs = new Map()
  for (let round = 0; round < rounds; round += 1) {
    for (const request of asked) {
      for (const [name, server] of servers) {
        const key = keyOf(request.name, name)
        const cost = await measure(server, request, requests)
        costs.set(key, [...(costs.get(key) ?? []), cost])
      }
    }
  }
  return costs
}

function report(request: string, costs: Costs): void {
  const fastify = costs.get(keyOf(request, 'Fastify alone')) ?? []
  printLine(`\n${request}: processor time of a request, medians of ${rounds} rounds`)
  for (const name of servers.keys()) {
    const all = costs.get(keyOf(request, name)) ?? []
    const ratio = median(all.map((cost, round) => cost / (fastify[round] ?? Number.NaN)))
    const range = `${Math.min(...all).toFixed(0)} to ${Math.max(...all).toFixed(0)}`
    const what = `${name.padEnd(16)}${median(all).toFixed(0).padStart(5)} µs (${range}), ${ratio.toFixed(2)} times Fastify alone`
    if (name !== 'the product') printLine(`  ${what}`)
    else limits.check(`${what}, at most ${maxRatio}`, ratio <= maxRatio)
  }
}

await buildIfStale()
const folder = temporaryFolder()
const product = await startProduct({ DATA_DIR: join(folder.path, 'data') })
const asked = await listRequests(product.url)
const paths = [...new Set(asked.map(({ path }) => path))]
const servers = await startAll(product, folder.path, paths)
const limits = createLimits()
try {
  for (const server of servers.values()) {
    for (const request of asked) await measure(server, request, warmUpRequests)
  }
  const costs = await measureInTurns(servers, asked)
  for (const { name } of asked) report(name, costs)
} finally {
  for (const server of [...servers.values()].reverse()) await server.end()
  folder.remove()
}
process.exit(limits.conclude())
