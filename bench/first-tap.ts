/**
 * `npm run bench -- first-tap`: on a processor slowed down four times, how long a fresh page takes to
 * answer the first thing that a visitor does (the event timing of the browser: from the touch until
 * the next frame is painted), until all that a first tap starts has run. Beside each figure stands that
 * of the same page whose scripts cannot be loaded. Fails if a median is above its limit, and above
 * that of the page without scripts: other work on the machine slows both down. Playwright would watch the page's
 * scripts, which costs a task as much again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { printLine } from '#tests/support/machine/rows.ts'
import { bench, median } from './support/harness.ts'
import { type SlowPhone, startSlowPhone } from './support/slow-phone.ts'

const rounds = 7
const answerLimitMs = 60
/** Long enough for all that a first tap starts. */
const watchedMs = 2500
/** A page that has been loaded has nothing more to do by then. */
const settledMs = 1000

/** Taps the middle of an element. */
async function tap(phone: SlowPhone, selector: string): Promise<void> {
  const center = await phone.read(`(() => {
    const element = document.querySelector('${selector}')
    element.scrollIntoViewIfNeeded()
    const { x, y, width, height } = element.getBoundingClientRect()
    return [x + width / 2, y + height / 2]
  })()`)
  const [x, y] = center as [number, number]
  await phone.tap(x, y)
}

/** What a visitor does first, on a page that nobody has touched. */
const firsts: Record<string, { path: string; act: (phone: SlowPhone) => Promise<void> }> = {
  'field, on the contact page': { path: '/contact', act: (phone) => tap(phone, '#field-name') },
  'field, on the home page': { path: '/', act: (phone) => tap(phone, '#field-name') },
  'menu: opened': { path: '/', act: (phone) => tap(phone, '.mainbar > .icon-button') },
  'menu: opened and closed': {
    path: '/',
    act: async (phone) => {
      await tap(phone, '.mainbar > .icon-button')
      await tap(phone, '.menu-head .icon-button')
    },
  },
  'field, then typing': {
    path: '/contact',
    act: async (phone) => {
      await tap(phone, '#field-name')
      await phone.type('Maria Alvarez')
    },
  },
  // The form is empty: with and without React it names the first field, and sends nothing.
  send: { path: '/contact', act: (phone) => tap(phone, '.send .btn') },
  'a question': { path: '/contact', act: (phone) => tap(phone, 'summary') },
}

/** Runs in the page: collects how long the browser took to answer events. */
function observe() {
  const answers: number[] = []
  Object.assign(window, { answers })
  const options = { type: 'event', durationThreshold: 16 }
  new PerformanceObserver((list) => {
    answers.push(...list.getEntries().map(({ duration }) => duration))
  }).observe(options as PerformanceObserverInit)
}

/** The slowest answer to what a visitor does first, in milliseconds. */
async function measure(
  url: string,
  act: (phone: SlowPhone) => Promise<void>,
  hasScripts: boolean,
): Promise<number> {
  const phone = await startSlowPhone()
  try {
    await phone.block(hasScripts ? 'https://www.google.com/*' : '*.js')
    await phone.open(url)
    while ((await phone.read('document.readyState')) !== 'complete') await sleep(50)
    await sleep(settledMs)
    await phone.read(`(${observe})()`)
    await act(phone)
    await sleep(watchedMs)
    return Math.max(0, ...((await phone.read('window.answers')) as number[]))
  } finally {
    phone.close()
  }
}

await bench(async ({ startProduct, check }) => {
  const { url } = await startProduct({ LOG_LEVEL: 'error' })
  printLine(`Medians of ${rounds}, in ms; in parentheses the same page without scripts`)
  for (const [name, { path, act }] of Object.entries(firsts)) {
    const found: number[] = []
    const plain: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      found.push(await measure(url + path, act, true))
      plain.push(await measure(url + path, act, false))
    }
    const [is, without] = [found, plain].map((times) => Math.round(median(times))) as [
      number,
      number,
    ]
    check(`${name.padEnd(28)} ${is} (${without})`, is <= Math.max(answerLimitMs, without))
  }
})
