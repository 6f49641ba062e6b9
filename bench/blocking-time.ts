/**
 * `npm run bench:blocking-time`: how long the first load of the home page blocks a slow phone. In
 * turns with the same bytes from bare node:http without any header for safety, and with those that
 * make the browser change its process.
 */
import { join } from 'node:path'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { pagePaths } from '#/contracts/routes.ts'
import { findChromium } from '#tests/support/chromium.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { buildIfStale } from '../scripts/build.ts'
import { createLimits, median, printLine } from './limits.ts'
import { type Program, startProgram } from './processes.ts'
import { startProduct } from './servers-under-load.ts'

const rounds = 5

/** Loads differ by so much from one to the next. */
const toleranceMs = 75

const isolation = {
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
}

async function listPaths(url: string): Promise<string[]> {
  const html = await (await fetch(url + pagePaths.home)).text()
  const files = html.match(/\/assets\/[\w.-]+/g) ?? []
  return [pagePaths.home, '/favicon.ico', '/manifest.webmanifest', ...new Set(files)]
}

async function measure(url: string): Promise<number> {
  // A browser of its own for each load: which process it takes depends on what it had loaded.
  const chrome = await launch({
    chromePath: findChromium(),
    chromeFlags: ['--headless', '--no-sandbox', '--disable-background-networking'],
  })
  try {
    const options = { port: chrome.port, logLevel: 'error', onlyAudits: ['total-blocking-time'] }
    const result = await lighthouse(url, { ...options, logLevel: 'error' })
    return result?.lhr.audits['total-blocking-time']?.numericValue ?? Number.NaN
  } finally {
    chrome.kill()
  }
}

await buildIfStale()
const folder = temporaryFolder()
const product = await startProduct({ DATA_DIR: folder.path, LOG_LEVEL: 'error' })
const PATHS = (await listPaths(product.url)).join(' ')
const startSameBytes = (headers: object): Promise<Program> =>
  startProgram({
    args: [join(import.meta.dirname, 'same-bytes-server.ts')],
    env: { KIND: 'http', ORIGIN: product.url, PATHS, HEADERS: JSON.stringify(headers) },
  })
const servers = new Map([
  ['the product', product],
  ['the same bytes, no other headers', await startSameBytes({})],
  ['the same bytes, isolated', await startSameBytes(isolation)],
])
const times = new Map<string, number[]>([...servers.keys()].map((name) => [name, []]))
try {
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, { url }] of servers) times.get(name)?.push(await measure(url))
  }
} finally {
  for (const server of [...servers.values()].reverse()) await server.end()
  folder.remove()
}
for (const [name, all] of times) {
  printLine(`  ${name.padEnd(34)}${median(all).toFixed(0).padStart(5)} ms (${all.map(Math.round)})`)
}
const [ours = [], plain = []] = [...times.values()]
const limits = createLimits()
const more = median(ours) - median(plain)
const what = `the product blocks ${more.toFixed(0)} ms longer than the bytes alone`
limits.check(`${what}, at most ${toleranceMs}`, more <= toleranceMs)
process.exit(limits.conclude())
