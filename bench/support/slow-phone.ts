import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { launch } from 'chrome-launcher'
import { findChromium } from '#tests/support/chromium.ts'

const cpuSlowdown = 4
const keyMs = 60
const screen = { width: 390, height: 844, deviceScaleFactor: 2, mobile: true }

type Json = Record<string, unknown>

/** The calls of the DevTools protocol, over the connection of one page. */
async function connect(url: string) {
  const socket = new WebSocket(url)
  await once(socket, 'open')
  const waiting = new Map<number, (result: Json) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result = {} } = JSON.parse(data)
    waiting.get(id)?.(result)
  })
  return {
    socket,
    send(method: string, params: Json = {}): Promise<Json> {
      const { promise, resolve } = Promise.withResolvers<Json>()
      const id = waiting.size
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ id, method, params }))
      return promise
    },
  }
}

/** Starts a browser with an empty cache and one page, on a processor that is four times as slow. */
export async function startSlowPhone() {
  const chrome = await launch({
    chromePath: findChromium(),
    chromeFlags: [
      '--headless',
      '--no-sandbox',
      '--disable-background-networking',
      '--no-first-run',
    ],
  })
  const answer = await fetch(`http://127.0.0.1:${chrome.port}/json/list`)
  const targets: { type: string; webSocketDebuggerUrl: string }[] = await answer.json()
  const page = targets.find(({ type }) => type === 'page')
  const { socket, send } = await connect(page?.webSocketDebuggerUrl ?? '')
  await send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await send('Emulation.setDeviceMetricsOverride', screen)
  await send('Emulation.setTouchEmulationEnabled', { enabled: true })
  return {
    open: (url: string) => send('Page.navigate', { url }),
    /** Evaluates an expression in the page. Undefined if it has no value. */
    async read(expression: string): Promise<unknown> {
      const { result } = await send('Runtime.evaluate', { expression, returnByValue: true })
      return (result as Json | undefined)?.value
    },
    async tap(x: number, y: number) {
      await send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
      await sleep(90)
      await send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    },
    /** Types as a person does. */
    async type(text: string) {
      for (const key of text) {
        await send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key })
        await send('Input.dispatchKeyEvent', { type: 'keyUp', key })
        await sleep(keyMs)
      }
    },
    /** Lets nothing be loaded whose address has this pattern. */
    async block(pattern: string) {
      await send('Network.enable')
      await send('Network.setBlockedURLs', { urls: [pattern] })
    },
    close() {
      socket.close()
      chrome.kill()
    },
  }
}

export type SlowPhone = Awaited<ReturnType<typeof startSlowPhone>>
