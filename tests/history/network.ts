import { once } from 'node:events'
import net, {
  type AddressInfo,
  type ListenOptions,
  type NetConnectOpts,
  type Socket,
} from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Setup } from './setup.ts'

/** How a network can fail. */
type Failing = {
  /** Ends every connection, and refuses new ones for a time. */
  cut: (ms: number) => Promise<void>
  /** Keeps the connections, and lets nothing through for a time. */
  stall: (ms: number) => Promise<void>
  /** Delays everything by a tenth of a second for a time. */
  slow: (ms: number) => Promise<void>
}

/** A network between two programs that can fail. */
export type Network = Failing & {
  port: number
  /** Ends every connection. */
  drop: () => void
  close: () => Promise<void>
}

const delayMs = 100

/** Listens, and carries each connection to what `target` says at that moment. */
export async function openNetwork(
  target: () => NetConnectOpts | undefined,
  listenOn: ListenOptions = { port: 0, host: '127.0.0.1' },
): Promise<Network> {
  const sockets = new Set<Socket>()
  let isCut = false
  let isSlow = false
  let passage: Promise<unknown> = Promise.resolve()

  async function carry(from: Socket, to: Socket): Promise<void> {
    try {
      for await (const chunk of from) {
        await passage
        if (isSlow) await sleep(delayMs)
        if (!to.write(chunk)) await once(to, 'drain')
      }
      to.end()
    } catch {
      to.destroy()
    }
  }

  const server = net.createServer({ allowHalfOpen: true }, (client) => {
    const options = target()
    if (isCut || !options) return client.destroy()
    const product = net.connect({ ...options, allowHalfOpen: true })
    for (const [socket, other] of [
      [client, product],
      [product, client],
    ] as const) {
      socket.setNoDelay(true)
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', (hadError) => {
        sockets.delete(socket)
        if (hadError) other.destroy()
      })
      void carry(socket, other)
    }
  })
  server.listen(listenOn)
  await once(server, 'listening')
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    drop,
    async cut(ms) {
      isCut = true
      drop()
      await sleep(ms)
      isCut = false
    },
    async stall(ms) {
      passage = sleep(ms)
      await passage
    },
    async slow(ms) {
      isSlow = true
      await sleep(ms)
      isSlow = false
    },
    async close() {
      server.close()
      drop()
      await once(server, 'close')
    },
  }
}

/** Several networks that fail together. */
export function together(networks: readonly Network[] = []): Failing {
  const all = (way: keyof Failing) => async (ms: number) => {
    await Promise.all(networks.map((network) => network[way](ms)))
  }
  return { cut: all('cut'), stall: all('stall'), slow: all('slow') }
}

/** What can happen to the networks of a kind, by names that begin with these words. */
export function networkFaults(
  words: string,
  at: (place: number) => Failing | undefined,
): Setup['faults'] {
  const fault = (way: keyof Failing) => ({
    victim: words,
    make: async ({ place, lastsMs }: { place: number; lastsMs: number }) =>
      at(place)?.[way](lastsMs),
  })
  return {
    [`${words} cut`]: fault('cut'),
    [`${words} stalled`]: fault('stall'),
    [`${words} slow`]: fault('slow'),
  }
}
