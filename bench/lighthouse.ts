/**
 * `npm run bench -- lighthouse`: audits every public page as a phone on a slow network, with the system's
 * Chromium, and fails if a mark is below those given here. `/contact` audits one page.
 */
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { publicPaths } from '#/contracts/site-routes.ts'
import { findChromium } from '#tests/support/chromium.ts'
import { bench } from './support/harness.ts'

const marks = { performance: 0.99, accessibility: 1, 'best-practices': 1, seo: 1 }
const categories = Object.keys(marks) as (keyof typeof marks)[]

const holdsMarks = (scores: number[]) =>
  categories.every((name, i) => (scores[i] ?? 0) >= marks[name])

async function audit(url: string, port: number) {
  // The first request renders the page, so it is not measured: most visitors get the cached page.
  await fetch(url)
  const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: categories })
  if (!result) throw new Error(`no result for ${url}`)
  const { categories: found, audits } = result.lhr
  const scores = categories.map((name) => found[name]?.score ?? 0)
  const failed = Object.values(audits)
    .filter(
      ({ score, scoreDisplayMode }) => score !== null && score < 1 && scoreDisplayMode === 'binary',
    )
    .map(({ id }) => id)
  const numbers = ['first-contentful-paint', 'largest-contentful-paint', 'cumulative-layout-shift']
  return { scores, failed, shown: numbers.map((id) => audits[id]?.displayValue ?? '-') }
}

await bench(async ({ startProduct, atEnd, check }) => {
  const { url } = await startProduct({ LOG_LEVEL: 'error' })
  const chrome = await launch({
    chromePath: findChromium(),
    chromeFlags: ['--headless', '--no-sandbox', '--disable-background-networking'],
  })
  atEnd(() => chrome.kill())
  const only = process.argv.slice(2)
  for (const path of only.length > 0 ? only : publicPaths) {
    const { scores, failed, shown } = await audit(url + path, chrome.port)
    const line = [...scores.map((score) => Math.round(score * 100)), ...shown].join('  ')
    check(`${path.padEnd(32)} ${line}  ${failed.join(' ')}`, holdsMarks(scores))
  }
})
