import { api } from '#/contracts/endpoints/api.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { type Network, openNetwork } from '#tests/support/machine/network.ts'
import { ownerEnv, signInOwner } from '#tests/support/owner.ts'
import { startWithDatabase } from '#tests/support/server-process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

/** The product in its own process with its own data, behind a network that can fail. */
export type Site = {
  /** The address for browsers. */
  url: string
  network: Network
  /** The stored leads with this name, also those that look like spam. */
  leadsNamed: (name: string) => Promise<LeadEntry[]>
  /** Stops everything and deletes the data. */
  end: () => Promise<void>
}

/** Starts the product with an admin. */
export async function startSite(): Promise<Site> {
  const folder = temporaryFolder()
  let port: number | undefined
  const network = await openNetwork(() => (port ? { port, host: '127.0.0.1' } : undefined))
  const url = `http://127.0.0.1:${network.port}`
  const server = await startWithDatabase({ DATA_DIR: folder.path, SITE_URL: url, ...ownerEnv })
  port = Number(new URL(server.url).port)
  const { read } = await signInOwner(server.url)
  return {
    url,
    network,
    async leadsNamed(name) {
      const lists = [false, true].map((quarantined) =>
        read<LeadEntry[]>(`${api.leads.path}?quarantined=${quarantined}`),
      )
      return (await Promise.all(lists)).flat().filter((lead) => lead.name === name)
    },
    async end() {
      await network.close()
      await server.end('SIGTERM')
      folder.remove()
    },
  }
}
