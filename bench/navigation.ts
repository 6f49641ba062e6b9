/**
 * `npm run bench -- navigation`: on a slow phone, how long from a click until the heading of the next
 * page is painted, and the bytes of a visit of three pages. It compares pages that the browser renders
 * while a link is pressed, those that it only fetches then, and neither. `--rounds` sets the number of
 * visits. It has no limit: its figures are for docs/decisions/pages.md.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { bench, median, printLine } from './support/harness.ts'
import { type Pointer, type SlowPhone, startSlowPhone } from './support/slow-phone.ts'
import { type SlowProxy, startSlowProxy } from './support/slow-proxy.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } })
const rounds = Number(values.rounds)
const pageTimeoutMs = 30_000

/**
 * Runs in every document: records when the heading of each path was painted, and if prerendered.
 */
function noteHeadings() {
  const painted: Record<string, { at: number; isPrerendered: boolean }> = {}
  Object.assign(window, { painted })
  let last = ''
  function look() {
    requestAnimationFrame(look)
    const heading = document.querySelector('main h1')?.textContent ?? ''
    if (!heading || heading === last) return
    last = heading
    const { pathname } = location
    const [entry] = performance.getEntriesByType('navigation')
    const { activationStart } = entry as PerformanceEntry & { activationStart: number }
    // This task runs after the frame, when the heading has been painted.
    setTimeout(() => {
      const at = performance.timeOrigin + performance.now()
      painted[pathname] = { at, isPrerendered: activationStart > 0 }
    })
  }
  requestAnimationFrame(look)
}

const rules = /<script type="speculationrules">.*?<\/script>/
const dropRules = (html: string) => html.replace(rules, '')
const onlyFetch = (html: string) =>
  html.replace(rules, (found) => found.replace('"prerender"', '"prefetch"'))
const script = `(${noteHeadings})()`

const ways = {
  prerendered: { edit: (html: string) => html, script },
  prefetched: { edit: onlyFetch, script },
  neither: { edit: dropRules, script },
}

/** Evaluates an expression in the page until its value is not false, null or undefined. */
async function waitFor(phone: SlowPhone, expression: string): Promise<unknown> {
  for (const end = Date.now() + pageTimeoutMs; Date.now() < end; await sleep(30)) {
    const answer = await phone.read(expression)
    if (answer) return answer
  }
  throw new Error(`${expression} never came true`)
}

type Step = { ms: number; isPrerendered: boolean }

/** Clicks a link. Measures from the click until the heading of its page is painted. */
async function follow(phone: SlowPhone, how: Pointer, link: string, path: string): Promise<Step> {
  const box = `document.querySelector('${link}')?.getBoundingClientRect()`
  const center = `(() => { const box = ${box}; return box && [box.x + box.width / 2, box.y + box.height / 2] })()`
  const [x, y] = (await waitFor(phone, center)) as [number, number]
  const clickedAt = await phone.press(how, x, y)
  const painted = await waitFor(
    phone,
    `location.pathname === '${path}' && window.painted['${path}']`,
  )
  const { at, isPrerendered } = painted as { at: number; isPrerendered: boolean }
  return { ms: at - clickedAt, isPrerendered }
}

type Visit = { first: Step; second: Step; bytes: number }

/**
 * Visits the home page, services and contact. If the visitor scrolls, the pages' scripts run before each click.
 */
async function visit(proxy: SlowProxy, how: Pointer, scrolls: boolean): Promise<Visit> {
  const phone = await startSlowPhone()
  const read = async () => {
    await sleep(2_500)
    if (!scrolls) return
    await phone.scroll(60)
    await sleep(4_000)
  }
  try {
    proxy.takeBytes()
    await phone.open(`${proxy.url}/`)
    await waitFor(phone, `window.painted?.['/']`)
    await read()
    const first = await follow(phone, how, 'main a[href="/services"]', '/services')
    await read()
    const second = await follow(phone, how, '.phone-bar a[href^="/contact"]', '/contact')
    await sleep(2_500)
    return { first, second, bytes: proxy.takeBytes() }
  } finally {
    phone.close()
  }
}

const printRow = (name: string, cells: string[]) =>
  printLine(`  ${name.padEnd(20)}${cells.map((cell) => cell.padStart(24)).join('')}`)

/** The median, the shortest time, and how many pages were prerendered. */
function summary(steps: Step[]): string {
  const times = steps.map(({ ms }) => Math.round(ms))
  const prerendered = steps.filter(({ isPrerendered }) => isPrerendered).length
  return `${median(times)} (${Math.min(...times)})${prerendered ? ` ${prerendered} pre` : ''}`
}

async function compare(proxies: SlowProxy[], how: Pointer, scrolls: boolean): Promise<void> {
  const visits = proxies.map((): Visit[] => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [i, proxy] of proxies.entries()) visits[i]?.push(await visit(proxy, how, scrolls))
  }
  printLine(`\n${how}, ${scrolls ? 'after a scroll' : 'before any scroll'}`)
  printRow('', ['1st click, ms', '2nd click, ms', 'kB'])
  for (const [i, name] of Object.keys(ways).entries()) {
    const done = visits[i] ?? []
    const kilobytes = Math.round(median(done.map(({ bytes }) => bytes)) / 1000)
    const [first, second] = [done.map((one) => one.first), done.map((one) => one.second)]
    printRow(name, [summary(first), summary(second), String(kilobytes)])
  }
}

await bench(async ({ startProduct, atEnd }) => {
  const { url } = await startProduct({ LOG_LEVEL: 'error' })
  const proxies = await Promise.all(Object.values(ways).map((way) => startSlowProxy(url, way)))
  atEnd(() => proxies.forEach(({ close }) => void close()))
  printLine(`Median (best) of ${rounds}; "pre": number of prerendered pages`)
  for (const how of ['tap', 'click'] as const) {
    for (const scrolls of [false, true]) await compare(proxies, how, scrolls)
  }
})
