/**
 * `npm run bench -- navigation`: on a slow phone, how long from a tap on the link to the contact page
 * until the heading of that page is painted, as the first tap on the home page and after another one,
 * and the bytes of the visit. Beside the product stand its own pages without prerendering, and the
 * same two pages made with four frameworks, each with its own links and its own way to load them
 * early (`bench/peers`, which this command installs in `dist/peers`). Fails where the product's
 * median is above that of the quickest framework by more than a frame, which is as exactly as a paint
 * is seen. `--rounds` sets the number of visits, `--peers next,astro` which frameworks.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { bench, median, printLine } from './support/harness.ts'
import { peerNames, startPeers } from './support/peers.ts'
import { type SlowPhone, startSlowPhone } from './support/slow-phone.ts'
import { type Network, type SlowProxy, startSlowProxy } from './support/slow-proxy.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    peers: { type: 'string', default: peerNames.join(',') },
  },
})
const rounds = Number(values.rounds)
const pageTimeoutMs = 30_000
const frameMs = 17
/** What a visitor takes to look at the page, and long enough for all that a first tap starts. */
const [lookMs, startedMs] = [2_500, 4_000]

const networks: Record<string, Network> = {
  '1.6 Mbit/s, 150 ms': { roundTripMs: 150, bytesPerMs: 200 },
  '9 Mbit/s, 100 ms': { roundTripMs: 100, bytesPerMs: 1125 },
}

/** Runs in every document: records when each heading was painted. */
function noteHeadings() {
  const painted: Record<string, number> = {}
  Object.assign(window, { painted })
  let last = ''
  function look() {
    requestAnimationFrame(look)
    const heading = document.querySelector('main h1')?.textContent ?? ''
    if (!heading || heading === last) return
    last = heading
    // This task runs after the frame, when the heading has been painted.
    setTimeout(() => {
      painted[heading] = performance.timeOrigin + performance.now()
    })
  }
  requestAnimationFrame(look)
}

const script = `(${noteHeadings})()`
const rules = /<script type="speculationrules">.*?<\/script>/
const asItIs = (html: string) => html
const onlyFetch = (html: string) =>
  html.replace(rules, (found) => found.replace('"prerender"', '"prefetch"'))
const dropRules = (html: string) => html.replace(rules, '')

/** Evaluates an expression in the page until its value is not false, null or undefined. */
async function waitFor(phone: SlowPhone, expression: string): Promise<unknown> {
  for (const end = Date.now() + pageTimeoutMs; Date.now() < end; await sleep(30)) {
    const answer = await phone.read(expression)
    if (answer) return answer
  }
  throw new Error(`${expression} never came true`)
}

/** Taps what a selector finds. Returns when the finger was lifted. */
async function tap(phone: SlowPhone, selector: string): Promise<number> {
  const box = `document.querySelector('${selector}')?.getBoundingClientRect()`
  const center = `(() => { const box = ${box}; return box && [box.x + box.width / 2, box.y + box.height / 2] })()`
  const [x, y] = (await waitFor(phone, center)) as [number, number]
  return phone.press('tap', x, y)
}

const paintOf = (phone: SlowPhone, heading: string) =>
  waitFor(phone, `window.painted?.['${heading}']`) as Promise<number>

type Visit = { ms: number; bytes: number }

/** Goes from the home page to the contact page. */
async function visit(proxy: SlowProxy, isFirstTap: boolean): Promise<Visit> {
  const phone = await startSlowPhone()
  try {
    proxy.takeBytes()
    await phone.open(`${proxy.url}/`)
    await paintOf(phone, 'PROFESSIONAL HVAC SOLUTIONS')
    await sleep(lookMs)
    if (!isFirstTap) {
      await tap(phone, 'main h1')
      await sleep(startedMs)
    }
    const tappedAt = await tap(phone, '.phone-bar a[href^="/contact"]')
    const ms = (await paintOf(phone, 'CONTACT US')) - tappedAt
    await sleep(lookMs)
    return { ms, bytes: proxy.takeBytes() }
  } finally {
    phone.close()
  }
}

type Site = { name: string; url: string; edit: (html: string) => string }

/** Visits each site in turn, prints what it took, and returns the medians. */
async function compare(sites: Site[], network: Network, isFirstTap: boolean): Promise<number[]> {
  const proxies: SlowProxy[] = []
  for (const { url, edit } of sites)
    proxies.push(await startSlowProxy(url, { edit, script }, network))
  const visits = sites.map((): Visit[] => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [i, proxy] of proxies.entries()) visits[i]?.push(await visit(proxy, isFirstTap))
  }
  for (const { close } of proxies) close()
  return sites.map(({ name }, i) => {
    const done = visits[i] ?? []
    const times = done.map(({ ms }) => Math.round(ms))
    const kilobytes = Math.round(median(done.map(({ bytes }) => bytes)) / 1000)
    const cells = [median(times), Math.min(...times), kilobytes]
    printLine(`  ${name.padEnd(28)}${cells.map((cell) => String(cell).padStart(8)).join('')}`)
    return median(times)
  })
}

await bench(async ({ startProduct, atEnd, check }) => {
  const { url } = await startProduct({ LOG_LEVEL: 'error' })
  const ways = {
    product: asItIs,
    'product, only fetched': onlyFetch,
    'product, nothing': dropRules,
  }
  const own = Object.entries(ways).map(([name, edit]): Site => ({ name, url, edit }))
  const peers = await startPeers(url, values.peers.split(','))
  for (const { end } of peers) atEnd(end)
  const sites = [...own, ...peers.map((peer): Site => ({ ...peer, edit: asItIs }))]
  printLine(`From the tap to the next page, ms: median and best of ${rounds}; kB of the visit`)
  for (const [name, network] of Object.entries(networks)) {
    for (const isFirstTap of [true, false]) {
      const when = `${name}, ${isFirstTap ? 'as the first tap' : 'after another tap'}`
      printLine(`\n${when}`)
      const medians = await compare(sites, network, isFirstTap)
      const [ours = 0, quickest] = [medians[0], Math.min(...medians.slice(own.length))]
      check(`${when}: ${ours}, the quickest framework ${quickest}`, ours <= quickest + frameMs)
    }
  }
})
