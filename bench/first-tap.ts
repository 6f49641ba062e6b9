/**
 * `npm run bench:first-tap`: on a processor slowed down four times, how long a fresh page takes to
 * answer the first thing that a visitor does (the event timing of the browser: from the touch until
 * the next frame is painted), and the processor time of the longest task from then until React runs.
 * Beside each figure stands that of the same page without any script. Fails if a median is above its
 * limit, and above that of the page without script: other work on the machine slows both down.
 * `--rounds` sets the number of pages for each figure, `-- menu` measures only what has that name.
 */
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { buildIfStale } from '../scripts/build.ts'
import { startServer } from '../tests/server-process.ts'
import { findChromium } from '../tests/system/chromium.ts'
import { temporaryFolder } from '../tests/temporary-folder.ts'
import { createLimits, median, printLine } from './limits.ts'
import { traceTasks } from './page-tasks.ts'

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '7' } },
  allowPositionals: true,
})
const rounds = Number(values.rounds)
const cpuSlowdown = 4
const answerLimitMs = 100
const taskLimitMs = 50
/** Long enough for all that a first tap starts. */
const watchedMs = 2500

/** What a visitor does first, on a page that nobody has touched. */
const firsts: Record<string, { path: string; act: (page: Page) => Promise<void> }> = {
  'field, on the contact page': {
    path: '/contact',
    act: (page) => page.locator('#field-name').tap(),
  },
  'field, on the home page': { path: '/', act: (page) => page.locator('#field-name').tap() },
  'menu: opened': {
    path: '/',
    act: (page) => page.locator('.mainbar > .icon-button').tap(),
  },
  'menu: opened and closed': {
    path: '/',
    act: async (page) => {
      await page.locator('.mainbar > .icon-button').tap()
      await page.locator('.menu-head .icon-button').tap()
    },
  },
  'field, then typing': {
    path: '/contact',
    act: async (page) => {
      await page.locator('#field-name').tap()
      await page.keyboard.type('Maria Alvarez', { delay: 60 })
    },
  },
  send: {
    path: '/contact',
    act: async (page) => {
      // The form is empty: with and without React it names the first field, and sends nothing.
      await page.locator('.send .btn').tap()
    },
  },
  'a question': {
    path: '/contact',
    act: (page) => page.locator('summary').first().tap(),
  },
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

type Figures = { answer: number; task: number }

async function measure(
  browser: Browser,
  url: string,
  act: (page: Page) => Promise<void>,
  javaScript: boolean,
): Promise<Figures> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  try {
    const page = await context.newPage()
    // Blocking what the boot script would load leaves a page of which no script is left.
    if (!javaScript) {
      await page.route(url, async (route) => {
        const response = await route.fetch()
        const html = (await response.text()).replace(/<script id="boot">.*?<\/script>/s, '')
        await route.fulfill({ response, body: html })
      })
    }
    await page.route('https://www.google.com/**', (route) => route.abort())
    await page.goto(url, { waitUntil: 'load' })
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    await page.waitForTimeout(1000)
    await page.evaluate(observe)
    const tasks = await traceTasks(session, async () => {
      await act(page)
      await page.waitForTimeout(watchedMs)
    })
    const answers = await page.evaluate(() => (window as unknown as { answers: number[] }).answers)
    return { answer: Math.max(0, ...answers), task: Math.max(...tasks.map(({ busyMs }) => busyMs)) }
  } finally {
    await context.close()
  }
}

await buildIfStale()
const folder = temporaryFolder()
const server = await startServer({ DATA_DIR: folder.path, LOG_LEVEL: 'error' })
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
const limits = createLimits()
try {
  printLine(`Medians of ${rounds}, in ms; in brackets the same page without any script`)
  for (const [name, { path, act }] of Object.entries(firsts)) {
    if (!name.includes(positionals[0] ?? '')) continue
    const found: Figures[] = []
    const plain: Figures[] = []
    for (let round = 0; round < rounds; round += 1) {
      found.push(await measure(browser, server.url + path, act, true))
      plain.push(await measure(browser, server.url + path, act, false))
    }
    const of = (list: Figures[], what: keyof Figures) =>
      Math.round(median(list.map((one) => one[what])))
    const answer = { is: of(found, 'answer'), plain: of(plain, 'answer') }
    const task = { is: of(found, 'task'), plain: of(plain, 'task') }
    limits.check(
      `${name.padEnd(28)} answered in ${answer.is} (${answer.plain}), longest task ${task.is} (${task.plain})`,
      answer.is <= Math.max(answerLimitMs, answer.plain) &&
        task.is <= Math.max(taskLimitMs, task.plain),
    )
  }
} finally {
  await browser.close()
  await server.end('SIGTERM')
  folder.remove()
}
process.exitCode = limits.conclude()
