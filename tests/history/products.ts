import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ServerProcess, startServer } from '#tests/support/server-process.ts'
import { type Network, networkFaults, openNetwork } from './network.ts'
import type { Setup } from './setup.ts'
import { pause } from './signals.ts'

/** One product that is always meant to run, with a network between it and its visitors. */
type Place = { server: ServerProcess | undefined; network: Network }

/** The products of a setup. */
export type Products = {
  urls: readonly string[]
  faults: Setup['faults']
  /** Ends every product as a power cut does: what happens `meanwhile` is seen by no visitor. */
  killAll: (meanwhile: () => Promise<unknown>) => Promise<void>
  startAll: () => Promise<void>
  remove: () => Promise<void>
}

/** What the products are started with: the settings of each one, and a copy of the product. */
export type ProductsOptions = {
  envs: readonly Record<string, string>[]
  log: string
  checkout?: string | undefined
}

/** Starts products, and what can happen to them and to the network before them. */
export async function startProducts({ envs, log, checkout }: ProductsOptions): Promise<Products> {
  const places: Place[] = []

  async function start(index: number): Promise<ServerProcess> {
    return startServer(envs[index] ?? {}, checkout === undefined ? {} : { checkout })
  }
  async function end(server: ServerProcess | undefined, signal: 'SIGTERM' | 'SIGKILL') {
    await server?.end(signal)
    appendFileSync(log, server?.stderr() ?? '')
  }
  async function open(index: number): Promise<void> {
    const place: Place = {
      server: await start(index),
      network: await openNetwork(() => {
        const { server } = place
        return server && { port: Number(new URL(server.url).port), host: '127.0.0.1' }
      }),
    }
    places[index] = place
  }
  for (const index of envs.keys()) await open(index)

  const chosen = (place: number) => {
    const index = place % places.length
    const found = places[index]
    if (!found) throw new Error('there is no product')
    return { index, place: found }
  }

  async function kill({ place: number, lastsMs }: { place: number; lastsMs: number }) {
    const { index, place } = chosen(number)
    const { server } = place
    place.server = undefined
    await end(server, 'SIGKILL')
    await sleep(lastsMs)
    place.server = await start(index)
  }

  /** As a supervisor does that starts the new version before it stops the old one. */
  async function deploy({ place: number }: { place: number }) {
    const { index, place } = chosen(number)
    const old = place.server
    place.server = await start(index)
    await end(old, 'SIGTERM')
  }

  const ofProduct = (make: Setup['faults'][string]['make']) => ({ victim: 'product', make })
  return {
    urls: places.map(({ network: { port } }) => `http://127.0.0.1:${port}`),
    faults: {
      'product killed': ofProduct(kill),
      'product paused': ofProduct(async ({ place, lastsMs }) => {
        const { server } = chosen(place).place
        if (server) await pause([server.pid], lastsMs)
      }),
      deploy: ofProduct(deploy),
      ...networkFaults('network', (place) => chosen(place).place.network),
    },
    async killAll(meanwhile) {
      const servers = places.map(({ server }) => server)
      for (const place of places) {
        place.server = undefined
        place.network.drop()
      }
      await meanwhile()
      await Promise.all(servers.map((server) => end(server, 'SIGKILL')))
    },
    async startAll() {
      for (const [index, place] of places.entries()) place.server = await start(index)
    },
    async remove() {
      await Promise.all(places.map(({ network: each }) => each.close()))
      // The one that is stopped last stops an embedded database.
      for (const { server } of places) await end(server, 'SIGTERM')
    },
  }
}
