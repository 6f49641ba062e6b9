/**
 * `npm run bench -- pages`: the processor time of a request for the cached home page, for a script, and
 * for both when the browser has them already, in turns with Fastify alone that gives the same bytes
 * again: one request after the other, as visitors come, and as many as the server can answer. Limits
 * are ratios within each round, of which the median counts: other work on the machine slows all down.
 */
import { pagePaths } from '#/contracts/routes.ts'
import { startServer } from '#tests/support/server-process.ts'
import { bench, median, printLine } from './support/harness.ts'
import { sendLoad } from './support/load.ts'
import { threadMicroseconds } from './support/processes.ts'
import { accepted, readAnswer } from './support/same-bytes.ts'

const rounds = 15
/** Node compiles the code of a request in steps, the last of them after some 20,000 requests. */
const warmUpRequests = 10_000
const requests = 2_000

/** How much more than by Fastify alone a request may cost. */
const maxRatio = 2

type Server = { url: string; pid: number }
type Request = { name: string; path: string; isKnown: boolean; clients: number }

async function listRequests(url: string): Promise<Request[]> {
  const { home } = pagePaths
  const html = await (await fetch(url + home)).text()
  const script = /\/assets\/entry-form[^"]+\.js/.exec(html)?.[0]
  if (!script) throw new Error('the home page names no script')
  const all = [
    { name: 'the home page', path: home, isKnown: false },
    { name: 'a script', path: script, isKnown: false },
    { name: 'the home page, 304', path: home, isKnown: true },
    { name: 'a script, 304', path: script, isKnown: true },
  ]
  // On one connection the server sleeps between two requests; with eight it never does.
  return [1, 8].flatMap((clients) => all.map((request) => ({ ...request, clients })))
}

/** The processor time of one request, in microseconds. */
async function measure({ url, pid }: Server, request: Request, count: number): Promise<number> {
  const { path, isKnown, clients } = request
  const { etag = '' } = (await readAnswer(url + path)).headers
  const headers = { ...accepted, ...(isKnown && { 'if-none-match': etag }) }
  const before = threadMicroseconds([pid])
  await sendLoad({ url: url + path, headers, statuses: [isKnown ? 304 : 200], count, clients })
  return (threadMicroseconds([pid]) - before) / count
}

await bench(async ({ startProduct, atEnd, check }) => {
  const product = await startProduct({})
  const asked = await listRequests(product.url)
  const PATHS = [...new Set(asked.map(({ path }) => path))].join(' ')
  const script = 'bench/support/same-bytes-server.ts'
  const fastify = await startServer({ ORIGIN: product.url, PATHS }, { script })
  atEnd(() => fastify.end('SIGTERM'))
  for (const server of [product, fastify]) {
    for (const request of asked) await measure(server, request, warmUpRequests)
  }
  const costs = asked.map(() => [] as { ours: number; plain: number }[])
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, request] of asked.entries()) {
      const ours = await measure(product, request, requests)
      costs[index]?.push({ ours, plain: await measure(fastify, request, requests) })
    }
  }
  printLine(`Microseconds of processor time for a request, medians of ${rounds} rounds`)
  for (const [index, { name, clients }] of asked.entries()) {
    const all = costs[index] ?? []
    const ratio = median(all.map(({ ours, plain }) => ours / plain))
    const [ours, plain] = [median(all.map((one) => one.ours)), median(all.map((one) => one.plain))]
    check(
      `${name}, ${clients} at once: ${ours.toFixed(0)}, Fastify alone ${plain.toFixed(0)}: ${ratio.toFixed(2)} times (at most ${maxRatio})`,
      ratio <= maxRatio,
    )
  }
})
