import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { anotherPerson } from '#tests/support/factories.ts'
import { type Network, openNetwork } from '#tests/support/machine/network.ts'
import { ownerEnv, signInOwner } from '#tests/support/owner.ts'
import { sendLead } from '#tests/support/send-lead.ts'
import { type ServerProcess, startServer } from '#tests/support/server-process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

/** The admin of a site that was started with one. */
export const owner = { email: ownerEnv.ADMIN_EMAIL, password: ownerEnv.ADMIN_PASSWORD }

/** The product in its own process with its own data, behind a network that can fail. */
export type Site = {
  /** The address for browsers. */
  url: string
  network: Network
  /** What the product has written to the terminal. */
  stdout: () => string
  /** Stops the product, as for a new release. */
  stop: () => Promise<void>
  /** Mends the network, and starts the product again with its data if it was stopped. */
  restore: () => Promise<void>
  /** Asks the API as the admin. */
  ask: <Answer>(path: string, method?: string, body?: object) => Promise<Answer>
  /** Sends a request as the form does. */
  send: (name: string) => Promise<void>
  /** The stored leads with this name, also those that look like spam. */
  leadsNamed: (name: string) => Promise<LeadEntry[]>
  /** Stops everything and deletes the data. */
  end: () => Promise<void>
}

/** Starts the product; by default it has an admin. */
export async function startSite(env: Record<string, string> = ownerEnv): Promise<Site> {
  const folder = temporaryFolder()
  let server: ServerProcess | undefined
  let owned: Awaited<ReturnType<typeof signInOwner>> | undefined
  const network = await openNetwork(
    () => server && { port: Number(new URL(server.url).port), host: '127.0.0.1' },
  )
  const url = `http://127.0.0.1:${network.port}`

  async function start() {
    server = await startServer({ DATA_DIR: folder.path, SITE_URL: url, ...env })
  }
  async function ask<Answer>(path: string, method = 'GET', body?: object) {
    owned ??= await signInOwner(server?.url ?? '')
    const response = await fetch(`${server?.url}${path}`, {
      method,
      headers: { ...owned.headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Answer
  }
  async function send(name: string) {
    const { status } = await sendLead(server?.url ?? '', { name, ...anotherPerson() })
    if (status !== 201) throw new Error(`a request was answered ${status}`)
  }
  async function leadsNamed(name: string) {
    const read = (quarantined: boolean) =>
      ask<{ data: LeadEntry[] }>(`${apiPaths.leads}?quarantined=${quarantined}`)
    const answers = await Promise.all([read(false), read(true)])
    return answers.flatMap(({ data }) => data).filter((lead) => lead.name === name)
  }
  async function stop() {
    await server?.end('SIGTERM')
    server = undefined
  }
  async function restore() {
    network.mend()
    if (!server) await start()
  }

  await start()
  return {
    url,
    network,
    stdout: () => server?.stdout() ?? '',
    stop,
    restore,
    ask,
    send,
    leadsNamed,
    async end() {
      await network.close()
      await stop()
      folder.remove()
    },
  }
}
