import { once } from 'node:events'
import { globSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { vi } from 'vitest'
import { freePort } from '#tests/support/machine/free-port.ts'
import { type Commands, patience, type Session, startProgram } from './session.ts'

type Request = ['GET' | 'POST', path: string]

/** How classic WebDriver calls a command. */
const requests: Record<keyof Commands, (parameters: { id?: string }) => Request> = {
  Navigate: () => ['POST', '/url'],
  Back: () => ['POST', '/back'],
  Refresh: () => ['POST', '/refresh'],
  ExecuteScript: () => ['POST', '/execute/sync'],
  ElementClick: ({ id }) => ['POST', `/element/${id}/click`],
  ElementSendKeys: ({ id }) => ['POST', `/element/${id}/value`],
  SetWindowRect: () => ['POST', '/window/rect'],
}

async function call(method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as {
    value: { error?: string; message?: string } | null
  }
  if (!response.ok) throw new Error(`${url}: ${value?.error} ${value?.message}`)
  return value
}

/** An X server without a screen; returns its name for `DISPLAY`. */
async function startDisplay() {
  const program = startProgram('Xvfb', [
    ...['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
  ])
  if (!program.child.stdout) throw new Error('Xvfb has no output')
  const [number] = await once(createInterface(program.child.stdout), 'line')
  return { name: `:${number}`, end: program.end }
}

/** Starts the small browser that comes with Debian's WebKitGTK. */
export async function startWebKit(): Promise<Session> {
  const [binary] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')
  if (!binary) throw new Error('MiniBrowser is missing: it comes with libwebkit2gtk-4.1-0')
  const display = await startDisplay()
  const port = await freePort()
  const driver = startProgram('WebKitWebDriver', [`--port=${port}`], {
    DISPLAY: display.name,
    GDK_BACKEND: 'x11',
  })
  const root = `http://127.0.0.1:${port}`
  await vi.waitFor(() => call('GET', `${root}/status`), patience)
  const options = { binary, args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const { sessionId } = (await call('POST', `${root}/session`, { capabilities })) as {
    sessionId: string
  }
  const session = `${root}/session/${sessionId}`
  return {
    send(name, parameters) {
      const [method, path] = requests[name](parameters as { id?: string })
      return call(method, session + path, method === 'POST' ? parameters : undefined)
    },
    async end() {
      await Promise.race([call('DELETE', session), sleep(5_000)])
      await driver.end()
      await display.end()
    },
  }
}
