import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, vi } from 'vitest'
import { freePort } from '#tests/support/machine/free-port.ts'

/** How long the browser may take to start, and a page to show what a test waits for. */
const patience = { timeout: 30_000, interval: 50 }

/** What people take an element for. */
type Kind = 'button' | 'link' | 'field' | 'option'

/**
 * Finds an element that is visible and can be used. Runs in the page, so it can use nothing from outside. A field is found by
 * a part of its label, because a mark may stand beside it; everything else by its whole name.
 */
function findElement(kind: Kind, name: string): Element | undefined {
  const selectors: Record<Kind, string> = {
    button: 'button',
    link: 'a[href]',
    field: 'input:not([type=hidden]), select, textarea',
    option: 'option',
  }
  const nameOf = (element: Element) => {
    const { labels } = element as HTMLInputElement
    const texts = kind === 'field' ? [...(labels ?? [])] : [element]
    const text = element.getAttribute('aria-label') ?? texts.map((each) => each.textContent).join()
    return text.replace(/\s+/g, ' ').trim()
  }
  const isWanted = (element: Element) =>
    kind === 'field' ? nameOf(element).includes(name) : nameOf(element) === name
  const isUsable = (element: Element) =>
    !element.matches(':disabled') &&
    (kind === 'option' || element.checkVisibility({ visibilityProperty: true }))
  return [...document.querySelectorAll(selectors[kind])].find(
    (element) => isWanted(element) && isUsable(element),
  )
}

function scrollTo(element: unknown) {
  ;(element as Element).scrollIntoView({ block: 'center', behavior: 'instant' })
}

/** Control and A, which select all text of a field. WebDriver releases Control afterwards. */
const selectAll = '\uE009a'

/** Starts a program in a process group of its own, so that with it ends what it has started. */
function startProgram(file: string, args: readonly string[], env: Record<string, string> = {}) {
  const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore']
  return spawn(file, args, { env: { ...process.env, ...env }, detached: true, stdio })
}

async function end(program: ChildProcess): Promise<void> {
  const ended = once(program, 'exit')
  process.kill(-(program.pid ?? 0), 'SIGKILL')
  await ended
}

async function call(method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: { message?: string } | null }
  if (!response.ok) throw new Error(`${url}: ${value?.message}`)
  return value
}

/** Starts the small browser that comes with Debian's WebKitGTK, on a screen that nobody sees. */
async function startWebKit() {
  const [binary] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')
  if (!binary) throw new Error('MiniBrowser is missing: it comes with libwebkit2gtk-4.1-0')
  const screen = ['-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const display = startProgram('Xvfb', ['-displayfd', '1', ...screen])
  const [number] = await once(createInterface(display.stdout), 'line')
  const port = await freePort()
  const env = { DISPLAY: `:${number}`, GDK_BACKEND: 'x11' }
  const driver = startProgram('WebKitWebDriver', [`--port=${port}`], env)
  const root = `http://127.0.0.1:${port}`
  await vi.waitFor(() => call('GET', `${root}/status`), patience)
  const options = { binary, args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const { sessionId } = (await call('POST', `${root}/session`, { capabilities })) as {
    sessionId: string
  }
  const session = `${root}/session/${sessionId}`
  return {
    /** A command of classic WebDriver. */
    send: (path: string, body: object = {}) => call('POST', session + path, body),
    async end() {
      await Promise.race([call('DELETE', session), sleep(5_000)])
      await end(driver)
      await end(display)
    },
  }
}

/** What people do with the page of a browser. */
function pageOf({ send }: Awaited<ReturnType<typeof startWebKit>>) {
  /** Runs a function in the page. It can use nothing from outside but its arguments. */
  async function run<Result, Args extends unknown[]>(
    action: (...args: Args) => Result,
    ...args: Args
  ) {
    const script = `return (${action})(...arguments)`
    return (await send('/execute/sync', { script, args })) as Result
  }

  /** The path of an element in WebDriver. */
  async function find(kind: Kind, name: string): Promise<string> {
    const element = await run(findElement, kind, name)
    if (!element) throw new Error(`there is no ${kind} '${name}'`)
    // WebKit clicks nothing that is below the window.
    await run(scrollTo, element)
    return `/element/${Object.values(element)[0]}`
  }

  /** Clicks a button or link as soon as it is there. */
  const press = (kind: Kind, name: string) =>
    vi.waitFor(async () => send(`${await find(kind, name)}/click`), patience)

  return {
    run,
    press,
    open: (url: string) => send('/url', { url }),
    back: () => send('/back'),
    reload: () => send('/refresh'),
    /** True if the element is visible now and can be used. */
    has: (kind: Kind, name: string) =>
      find(kind, name).then(
        () => true,
        () => false,
      ),
    /** Types into the field with this label, in place of what is in it. */
    fill: (label: string, text: string) =>
      vi.waitFor(async () => {
        const field = await find('field', label)
        for (const keys of [selectAll, text]) await send(`${field}/value`, { text: keys })
      }, patience),
    /** Chooses an option of the list with this label. */
    async choose(label: string, option: string) {
      await find('field', label)
      await press('option', option)
    },
    /** What is in the field with this label. */
    async valueOf(label: string) {
      const field = await run(findElement, 'field', label)
      return run((element) => (element as HTMLInputElement | null)?.value ?? '', field ?? null)
    },
    /** Waits until the page shows a text. */
    see: (text: string, timeout = patience.timeout) =>
      vi.waitFor(
        async () => {
          const shown = await run(() => document.body.innerText)
          if (!shown.includes(text))
            throw new Error(`the page does not show '${text}', but: ${shown.slice(0, 500)}`)
        },
        { ...patience, timeout },
      ),
    /** Gives the window such a size that the page has this one. */
    async resize(width: number, height: number) {
      const given = { width, height }
      // The second time around what the window itself takes is known.
      for (let round = 0; round < 3; round += 1) {
        await send('/window/rect', given)
        const inner = await run(() => ({ width: innerWidth, height: innerHeight }))
        given.width += width - inner.width
        given.height += height - inner.height
      }
    },
  }
}

export type Page = ReturnType<typeof pageOf>

/** Gives each test a new browser, which has nothing in its cache. */
export function usePage(): () => Page {
  let session: Awaited<ReturnType<typeof startWebKit>> | undefined
  let page: Page
  beforeEach(async () => {
    session = await startWebKit()
    page = pageOf(session)
    await page.resize(1366, 900)
  })
  afterEach(async () => {
    await session?.end()
    session = undefined
  })
  return () => page
}
