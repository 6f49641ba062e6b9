import { once } from 'node:events'
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { vi } from 'vitest'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { patience, type Session, startProgram } from './session.ts'

type Answer = [type: 1, id: number, error: { message: string } | null, result: unknown]

/**
 * Speaks Marionette, which Firefox has built in: the commands of WebDriver as JSON arrays, each with
 * its length before it. Debian has no geckodriver, which translates between the two.
 */
async function openMarionette(port: number) {
  const socket: Socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const waiting = new Map<number, (answer: Answer) => void>()
  let received = Buffer.alloc(0)
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes])
    for (;;) {
      const colon = received.indexOf(':')
      const end = colon + 1 + Number(received.subarray(0, colon))
      if (colon < 0 || received.length < end) return
      const message = JSON.parse(received.subarray(colon + 1, end).toString())
      received = received.subarray(end)
      // The greeting is not an array.
      if (Array.isArray(message)) waiting.get(message[1])?.(message as Answer)
    }
  })
  let lastId = 0
  async function send(name: string, parameters: object): Promise<unknown> {
    lastId += 1
    const id = lastId
    const { promise, resolve } = Promise.withResolvers<Answer>()
    waiting.set(id, resolve)
    const message = Buffer.from(JSON.stringify([0, id, `WebDriver:${name}`, parameters]))
    socket.write(`${message.length}:${message}`)
    const [, , error, result] = await promise
    waiting.delete(id)
    if (error) throw new Error(`${name}: ${error.message}`)
    return (result as { value?: unknown }).value
  }
  return { send, close: () => socket.destroy() }
}

const preferences = {
  // Any free port; Firefox writes its number into the profile.
  'marionette.port': 0,
  'toolkit.legacyUserProfileCustomizations.stylesheets': true,
}

/** Without this a window cannot be as narrow as a phone. */
const narrowWindows = ':root { min-width: 0 !important }'

/** Starts Debian's Firefox without a window, with a new profile. */
export async function startFirefox(): Promise<Session> {
  const profile = temporaryFolder()
  for (const [name, value] of Object.entries(preferences)) {
    appendFileSync(join(profile.path, 'user.js'), `user_pref("${name}", ${value});\n`)
  }
  mkdirSync(join(profile.path, 'chrome'))
  writeFileSync(join(profile.path, 'chrome', 'userChrome.css'), narrowWindows)
  const args = ['--headless', '--no-remote', '--marionette', '--profile', profile.path]
  const program = startProgram('firefox-esr', args)
  const port = await vi.waitFor(() => {
    const written = readFileSync(join(profile.path, 'MarionetteActivePort'), 'utf8')
    // The file is there a moment before the number is in it.
    if (written === '') throw new Error('Firefox has not written its port yet')
    return Number(written)
  }, patience)
  const marionette = await openMarionette(port)
  await marionette.send('NewSession', {})
  return {
    send: marionette.send,
    async end() {
      marionette.close()
      await program.end()
      profile.remove()
    },
  }
}
