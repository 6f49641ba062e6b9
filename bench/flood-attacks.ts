/** What strangers send in a flood. Runs in its own process, so that the measured one is not delayed. */
import { execFile } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { apiPaths, pagePaths } from '#/contracts/routes.ts'

const entry = fileURLToPath(import.meta.url)

/** How many answers had which status, and how many connections the server has closed. */
export type Damage = { statuses: Record<string, number>; closed: number; opened: number }

/** What is attacked, how, and for how long. `cookie` is that of a session, where one is needed. */
export type Attack = {
  name: keyof typeof attacks
  url: string
  seconds: number
  cookie: string
}

type Tools = Attack & { open: () => Socket; head: (first: string, more?: string) => string }

/** Keeps so many connections open until the time is over; each sends `text` once. */
async function keepOpen({ open, seconds }: Tools, count: number, text: string, reads: boolean) {
  const start = (): void => {
    const socket = open()
    if (!reads) socket.pause()
    socket.write(text)
  }
  for (let index = 0; index < count; index += 1) start()
  await sleep(seconds * 1000)
}

const attacks = {
  /** Thousands of requests in one write each, again and again. */
  async pipelined(tools: Tools) {
    const text = tools.head(`GET ${apiPaths.seoEditor}?path=/`).repeat(200)
    const endsAt = performance.now() + tools.seconds * 1000
    const again = (): void => {
      if (performance.now() > endsAt) return
      const socket = tools.open()
      socket.write(text)
      socket.once('close', () => setTimeout(again, 50))
    }
    for (let index = 0; index < 300; index += 1) again()
    await sleep(tools.seconds * 1000)
  },
  /** Ask for pages, and never read one. */
  unread: (tools: Tools) =>
    keepOpen(tools, 200, tools.head(`GET ${pagePaths.home}`).repeat(3), false),
  /** Announce a body, and send a byte now and then. */
  async trickling(tools: Tools) {
    const head = tools.head(`POST ${apiPaths.contact}`, 'content-length: 9000\r\n')
    const sockets = Array.from({ length: 200 }, () => tools.open())
    for (const socket of sockets) socket.write(head)
    for (let second = 0; second < tools.seconds; second += 1) {
      await sleep(1000)
      for (const socket of sockets) if (socket.writable) socket.write('x')
    }
  },
  /** A signed-in user's open inboxes. */
  streams: (tools: Tools) =>
    keepOpen(
      tools,
      1_500,
      tools.head(`GET ${apiPaths.leadEvents}`, `cookie: ${tools.cookie}\r\n`),
      true,
    ),
  /** Guesses passwords from an address that has used up its tries. */
  async guesses(tools: Tools) {
    const body = JSON.stringify({ email: 'a@example.com', password: 'not the right one' })
    const more = `content-type: application/json\r\ncontent-length: ${body.length}\r\n`
    const text = tools.head(`POST ${apiPaths.signIn}`, more) + body
    const sockets = Array.from({ length: 16 }, () => tools.open())
    for (let tenth = 0; tenth < tools.seconds * 10; tenth += 1) {
      for (const socket of sockets) if (socket.writable) socket.write(text)
      await sleep(100)
    }
  },
}

/** The names of the attacks. */
export const attackNames = Object.keys(attacks) as Attack['name'][]

/** Attacks from a new process. */
export async function attackFor(attack: Attack): Promise<Damage> {
  const { stdout } = await promisify(execFile)(process.execPath, [entry, JSON.stringify(attack)])
  return JSON.parse(stdout)
}

async function run(attack: Attack): Promise<Damage> {
  const { hostname, port, host } = new URL(attack.url)
  const damage: Damage = { statuses: {}, closed: 0, opened: 0 }
  function open(): Socket {
    damage.opened += 1
    return connect(Number(port), hostname)
      .on('error', () => {})
      .on('close', () => (damage.closed += 1))
      .on('data', (chunk) => {
        for (const [, status = ''] of chunk.toString('latin1').matchAll(/^HTTP\/1\.1 (\d+)/gm)) {
          damage.statuses[status] = (damage.statuses[status] ?? 0) + 1
        }
      })
  }
  const head = (first: string, more = '') => `${first} HTTP/1.1\r\nhost: ${host}\r\n${more}\r\n`
  await attacks[attack.name]({ ...attack, open, head })
  return damage
}

if (import.meta.main) {
  process.stdout.write(JSON.stringify(await run(JSON.parse(process.argv[2] ?? ''))))
  process.exit(0)
}
