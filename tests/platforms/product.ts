import { cpSync, existsSync, mkdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { ask, embeddedIn } from '#tests/support/database/ask-database.ts'
import { isAlive } from '#tests/support/machine/processes.ts'
import type { Machine } from '#tests/support/machine/take-machine.ts'
import { waitUntil, within } from '#tests/support/machine/wait.ts'
import { postmasterOf } from '#tests/support/postgres-server.ts'
import { sendLead } from '#tests/support/send-lead.ts'
import {
  type RunOptions,
  runUntilExit,
  type ServerProcess,
  startServer,
} from '#tests/support/server-process.ts'

/** The checkout that this command belongs to. */
export const thisCheckout = fileURLToPath(new URL('../..', import.meta.url))

/** The parts of a checkout that the server needs, besides its packages. */
const neededParts = ['package.json', 'dist', 'migrations', 'public', 'src']

const refusalLimitMs = 15_000
const stopLimitMs = 20_000

/** Where and how the product runs. */
export type Installation = RunOptions & {
  dataDir: string
  env?: Record<string, string>
}

/**
 * Copies this checkout into a folder. Its packages are an overlay mount on those of this checkout,
 * so a row can change them without changing the originals.
 */
export async function copyCheckout(machine: Machine, folder: string): Promise<string> {
  const checkout = join(folder, 'breezeway')
  for (const part of neededParts) {
    cpSync(join(thisCheckout, part), join(checkout, part), { recursive: true })
  }
  const layer = machine.folder()
  for (const name of ['upper', 'work']) mkdirSync(join(layer, name))
  const lower = realpathSync(join(thisCheckout, 'node_modules'))
  const layers = `lowerdir=${lower},upperdir=${layer}/upper,workdir=${layer}/work`
  await machine.mount(join(checkout, 'node_modules'), ...['-t', 'overlay', 'overlay', '-o', layers])
  return checkout
}

/** Starts the product with rate limits that no row reaches. */
export function start({ dataDir, env, ...options }: Installation): Promise<ServerProcess> {
  const limits = { CONTACT_LIMIT_PER_MINUTE: '1000000', CONTACT_LIMIT_PER_HOUR: '1000000' }
  return startServer({ DATA_DIR: dataDir, ...limits, ...env }, options)
}

/** Sends a request and returns the name in it. Throws if it is not taken. */
export async function sendTaken(server: ServerProcess, label: string): Promise<string> {
  const name = `${label} ${crypto.randomUUID()}`
  const { status, words } = await sendLead(server.url, { name })
  if (status !== 201)
    throw new Error(`a request was answered ${status}, ${words}: ${server.stderr()}`)
  return name
}

/** Throws if a request is not in the database of this folder. The product must be running. */
export async function assertStored(dataDir: string, names: readonly string[]): Promise<void> {
  const rows = await ask<{ name: string }>(embeddedIn(dataDir), 'select name from leads')
  const stored = new Set(rows.map(({ name }) => name))
  const lost = names.filter((name) => !stored.has(name))
  if (lost.length > 0) throw new Error(`${lost.length} of ${names.length} requests are lost`)
}

/** Stops the product as a service manager does. Throws if PostgreSQL has not ended too. */
export async function stopCleanly(server: ServerProcess, dataDir: string): Promise<void> {
  const postmaster = postmasterOf(dataDir)
  const code = await within(stopLimitMs, server.end('SIGTERM'))
  if (code !== 0) throw new Error(`the stop ended with ${code}: ${server.stderr()}`)
  const hasEnded = () => !isAlive(postmaster) && !existsSync(`${dataDir}/postgres/postmaster.pid`)
  await waitUntil('the end of PostgreSQL', hasEnded, 2_000)
}

/** The user id of PostgreSQL, as the system sees it and as PostgreSQL itself sees it. */
function userOfPostgres(dataDir: string) {
  const postmaster = `/proc/${postmasterOf(dataDir)}`
  const status = readFileSync(`${postmaster}/status`, 'utf8')
  const uid = Number(/^Uid:\t(\d+)/m.exec(status)?.[1])
  const [insideUid] = readFileSync(`${postmaster}/uid_map`, 'utf8').trim().split(/\s+/).map(Number)
  const isOwnNamespace =
    readlinkSync(`${postmaster}/ns/user`) !== readlinkSync('/proc/self/ns/user')
  return { uid, isOwnNamespace, uidInside: isOwnNamespace ? (insideUid ?? 0) : uid }
}

type User = ReturnType<typeof userOfPostgres>

const describeUser = ({ uid, isOwnNamespace, uidInside }: User) =>
  isOwnNamespace
    ? `PostgreSQL is user ${uidInside} of its own namespace`
    : `PostgreSQL is user ${uid}`

/**
 * Throws if the product does not take requests, does not have them after a restart, or does not
 * stop properly both times. Returns a text that says as which user PostgreSQL ran.
 */
export async function assertWorks(
  installation: Installation,
  expected: Partial<User> = {},
  requests = 1,
): Promise<string> {
  const { dataDir } = installation
  const server = await start(installation)
  const user = userOfPostgres(dataDir)
  if (user.uidInside === 0 || !isDeepStrictEqual({ ...user, ...expected }, user)) {
    throw new Error(describeUser(user))
  }
  const names: string[] = []
  const sendShare = async (_: unknown, sender: number) => {
    while (names.length < requests) names.push(await sendTaken(server, `Sender ${sender}`))
  }
  await Promise.all(Array.from({ length: Math.min(requests, 8) }, sendShare))
  await stopCleanly(server, dataDir)
  const again = await start(installation)
  await assertStored(dataDir, names)
  await stopCleanly(again, dataDir)
  return `works; ${describeUser(user)}`
}

/** Throws if the start does not fail soon with one line that says what to do. Returns the line. */
export async function assertRefuses({ dataDir, env, ...options }: Installation): Promise<string> {
  const started = runUntilExit({ DATA_DIR: dataDir, ...env }, options)
  const { code, stderr } = await within(refusalLimitMs, started)
  const lines = stderr.trim().split('\n')
  const [line = ''] = lines
  if (code !== 1 || lines.length > 1) throw new Error(`ended with ${code}: ${stderr}`)
  if (!/DATABASE_URL|DATA_DIR|npm /.test(line)) throw new Error(`does not say what to do: ${line}`)
  return `one line: ${line}`
}
