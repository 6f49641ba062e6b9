import { api } from '#/contracts/endpoints/api.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import { openNetwork } from '#tests/support/machine/network.ts'
import { ownerEnv, signInOwner } from '#tests/support/owner.ts'
import { startWithDatabase } from '#tests/support/server-process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

/** Starts the product with an admin, in its own process with its own data, behind a network that can fail. */
export async function startSite() {
  const folder = temporaryFolder()
  let port: number | undefined
  const network = await openNetwork(() => (port ? { port, host: '127.0.0.1' } : undefined))
  const url = `http://127.0.0.1:${network.port}`
  const server = await startWithDatabase({ DATA_DIR: folder.path, SITE_URL: url, ...ownerEnv })
  port = Number(new URL(server.url).port)
  const { read } = await signInOwner(server.url)
  return {
    /** The address for browsers. */
    url,
    network,
    /** The stored leads with this name, also those that look like spam. */
    async leadsNamed(name: string) {
      const lists = [false, true].map((quarantined) =>
        read<LeadEntry[]>(`${api.leads.path}?quarantined=${quarantined}`),
      )
      return (await Promise.all(lists)).flat().filter((lead) => lead.name === name)
    },
    /** Stops everything and deletes the data. */
    async end() {
      await network.close()
      await server.end('SIGTERM')
      folder.remove()
    },
  }
}

export type Site = Awaited<ReturnType<typeof startSite>>
