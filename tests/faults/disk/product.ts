import { existsSync } from 'node:fs'
import { within } from '#/server/runtime/within.ts'
import { ask, embeddedIn } from '#tests/support/database/ask-database.ts'
import { isAlive } from '#tests/support/machine/processes.ts'
import { waitUntil } from '#tests/support/machine/wait.ts'
import { postmasterOf } from '#tests/support/postgres-server.ts'
import { sendLead } from '#tests/support/send-lead.ts'
import { type RunOptions, type ServerProcess, startServer } from '#tests/support/server-process.ts'

const stopLimitMs = 20_000

/** Where and how the product runs. */
export type Installation = RunOptions & {
  dataDir: string
  env?: Record<string, string>
}

export const start = ({ dataDir, env, ...options }: Installation): Promise<ServerProcess> =>
  startServer({ DATA_DIR: dataDir, ...env }, options)

/** Sends a request and returns the name in it. Throws if it is not taken. */
export async function sendTaken(server: ServerProcess, label: string): Promise<string> {
  const name = `${label} ${crypto.randomUUID()}`
  const { status, words } = await sendLead(server.url, { name })
  if (status !== 201)
    throw new Error(`a request was answered ${status}, ${words}: ${server.stderr()}`)
  return name
}

/** Throws if a request is not in the database of this folder, nor comes there from the journal. The product must run. */
export async function assertStored(dataDir: string, names: readonly string[]): Promise<void> {
  await waitUntil(`none of ${names.length} requests is lost`, async () => {
    const rows = await ask<{ name: string }>(embeddedIn(dataDir), 'select name from leads')
    const stored = new Set(rows.map(({ name }) => name))
    return names.every((name) => stored.has(name))
  })
}

/** Stops the product as a service manager does. Throws if PostgreSQL has not ended too. */
export async function stopCleanly(server: ServerProcess, dataDir: string): Promise<void> {
  const postmaster = postmasterOf(dataDir)
  const code = await within(stopLimitMs, server.end('SIGTERM'))
  if (code !== 0) throw new Error(`the stop ended with ${code}: ${server.stderr()}`)
  const hasEnded = () => !isAlive(postmaster) && !existsSync(`${dataDir}/postgres/postmaster.pid`)
  await waitUntil('the end of PostgreSQL', hasEnded, 2_000)
}
