import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { launch } from 'chrome-launcher'
import { findChromium } from '#tests/support/chromium.ts'

const cpuSlowdown = 4
const answerTimeoutMs = 5_000
const keyMs = 60
const screen = { width: 390, height: 844, deviceScaleFactor: 2, mobile: true }

type Json = Record<string, unknown>
type Message = { id?: number; method?: string; params?: Json; result?: Json }
type TargetInfo = { targetId: string; type: string; subtype?: string }

/**
 * How a link is followed: by a tap, or by a mouse click after the mouse rested on it for 300 ms.
 */
type Pointer = 'tap' | 'click'

/** A browser with an empty cache and one page, on a processor that is four times as slow. */
export type SlowPhone = {
  open: (url: string) => Promise<void>
  /** Evaluates an expression in the page that is shown. Undefined if it has no value. */
  read: (expression: string) => Promise<unknown>
  /** Returns when the pointer was released, by `Date.now`. */
  press: (how: Pointer, x: number, y: number) => Promise<number>
  scroll: (px: number) => Promise<void>
  /** Types as a person does. */
  type: (text: string) => Promise<void>
  /** Lets nothing be loaded whose address has this pattern. */
  block: (pattern: string) => Promise<void>
  close: () => void
}

/**
 * A connection of the DevTools protocol. A call that is not answered in time returns an empty
 * object.
 */
async function connect(url: string) {
  const socket = new WebSocket(url)
  await once(socket, 'open')
  const waiting = new Map<number, (result: Json) => void>()
  let lastId = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, result }: Message = JSON.parse(data)
    if (id !== undefined) waiting.get(id)?.(result ?? {})
  })
  return {
    socket,
    send(method: string, params: Json = {}, sessionId?: string): Promise<Json> {
      lastId += 1
      const id = lastId
      socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }))
      return new Promise((resolve) => {
        waiting.set(id, resolve)
        setTimeout(resolve, answerTimeoutMs, {}).unref()
      })
    },
  }
}

/**
 * Starts a browser. With Playwright it would not prerender ("PrerenderingDisabledByDevTools"), so
 * this uses the DevTools protocol: it attaches to the tab, and through the tab to each of its
 * pages.
 */
export async function startSlowPhone(): Promise<SlowPhone> {
  const chrome = await launch({
    chromePath: findChromium(),
    chromeFlags: [
      ...['--headless', '--no-sandbox', '--disable-background-networking', '--no-first-run'],
      // All pages share one process, so that all are slowed down.
      '--renderer-process-limit=1',
    ],
  })
  const version = await fetch(`http://127.0.0.1:${chrome.port}/json/version`)
  const { webSocketDebuggerUrl }: Record<string, string> = await version.json()
  const { socket, send } = await connect(webSocketDebuggerUrl ?? '')
  const sessions = new Map<string, string>()
  let shown = ''

  function follow({ method, params }: Message) {
    const info = params?.targetInfo as TargetInfo | undefined
    if (info?.type !== 'page') return
    if (method === 'Target.attachedToTarget') {
      const session = String(params?.sessionId)
      sessions.set(info.targetId, session)
      send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown }, session)
      send('Emulation.setDeviceMetricsOverride', screen, session)
      send('Emulation.setTouchEmulationEnabled', { enabled: true }, session)
    }
    // A page in the background has a subtype until it is shown.
    if (!info.subtype) shown = sessions.get(info.targetId) ?? shown
  }
  socket.addEventListener('message', ({ data }) => follow(JSON.parse(data)))

  await send('Target.setDiscoverTargets', { discover: true, filter: [{}] })
  const { targetId } = await send('Target.createTarget', { url: 'about:blank', forTab: true })
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
  const attach = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true, filter: [{}] }
  await send('Target.setAutoAttach', attach, String(sessionId))
  while (!shown) await sleep(20)

  const touch = (type: string, touchPoints: Json[]) =>
    send('Input.dispatchTouchEvent', { type, touchPoints }, shown)
  const mouse = (type: string, x: number, y: number) =>
    send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 }, shown)
  return {
    async open(url) {
      await send('Page.navigate', { url }, shown)
    },
    async read(expression) {
      const answer = await send('Runtime.evaluate', { expression, returnByValue: true }, shown)
      return (answer.result as Json | undefined)?.value
    },
    async press(how, x, y) {
      if (how === 'tap') await touch('touchStart', [{ x, y }])
      else {
        await mouse('mouseMoved', x, y)
        await sleep(300)
        await mouse('mousePressed', x, y)
      }
      await sleep(90)
      const releasedAt = Date.now()
      await (how === 'tap' ? touch('touchEnd', []) : mouse('mouseReleased', x, y))
      return releasedAt
    },
    async scroll(px) {
      const gesture = { x: 195, y: 500, yDistance: -px, gestureSourceType: 'touch' }
      await send('Input.synthesizeScrollGesture', gesture, shown)
    },
    async type(text) {
      for (const key of text) {
        await send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key }, shown)
        await send('Input.dispatchKeyEvent', { type: 'keyUp', key }, shown)
        await sleep(keyMs)
      }
    },
    async block(pattern) {
      await send('Network.enable', {}, shown)
      await send('Network.setBlockedURLs', { urls: [pattern] }, shown)
    },
    close() {
      socket.close()
      chrome.kill()
    },
  }
}
