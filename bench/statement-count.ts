import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'

/** What a client has sent to PostgreSQL. */
export type Traffic = {
  /** The texts of the statements that were executed, in order. */
  statements: string[]
  /** How many messages of each kind of the protocol: `Q`, `P`, `E`, `S`. */
  messages: Record<string, number>
  /** How often the client waited for an answer before it sent more. */
  roundTrips: number
}

/** A proxy that forwards everything to PostgreSQL and counts it. */
export type CountingProxy = {
  url: string
  /** Returns the traffic since the last call. */
  take: () => Traffic
  /** When the client last sent something, by `performance.now`. */
  lastAt: () => number
  close: () => void
}

const none = (): Traffic => ({ statements: [], messages: {}, roundTrips: 0 })

/** Splits a stream into messages of the protocol. The first message of a client has no kind. */
function messageReader(hasStartup: boolean, onMessage: (kind: string, body: Buffer) => void) {
  let rest: Buffer = Buffer.alloc(0)
  let kindLength = hasStartup ? 0 : 1
  return (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      if (rest.length < kindLength + 4) return
      const end = kindLength + rest.readInt32BE(kindLength)
      if (rest.length < end) return
      const kind = rest.toString('latin1', 0, kindLength)
      onMessage(kind, rest.subarray(kindLength + 4, end))
      rest = rest.subarray(end)
      kindLength = 1
    }
  }
}

/** The strings at the beginning of a message. */
const readStrings = (body: Buffer) => body.toString('utf8').split('\0')

/** Adds the traffic of one connection to `traffic()`. */
function count(client: Socket, server: Socket, traffic: () => Traffic): void {
  const texts = new Map<string, string>()
  let isAwaited = true
  const readClient = messageReader(true, (kind, body) => {
    const { messages, statements } = traffic()
    messages[kind] = (messages[kind] ?? 0) + 1
    const [first = '', second = ''] = readStrings(body)
    if (kind === 'Q') statements.push(first)
    if (kind === 'P') texts.set(first, second)
    // A statement is bound each time that it is executed.
    if (kind === 'B') statements.push(texts.get(second) ?? second)
  })
  const readServer = messageReader(false, (kind) => {
    if (kind === 'Z') isAwaited = false
  })
  client.on('data', (chunk) => {
    if (!isAwaited) traffic().roundTrips += 1
    isAwaited = true
    readClient(chunk)
  })
  server.on('data', readServer)
}

/** Starts a proxy for the database at this address, to which it connects without TLS. */
export async function startCountingProxy(databaseUrl: string): Promise<CountingProxy> {
  const { host, port } = new pg.Client({ connectionString: databaseUrl })
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const sockets = new Set<Socket>()
  let traffic = none()
  let lastAt = 0
  const proxy = createServer((client) => {
    const server = connect(target)
    count(client, server, () => traffic)
    client.on('data', () => {
      lastAt = performance.now()
    })
    for (const [from, to] of [
      [client.setNoDelay(), server.setNoDelay()],
      [server, client],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
    }
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
  return {
    url: url.href,
    take() {
      const passed = traffic
      traffic = none()
      return passed
    },
    lastAt: () => lastAt,
    close() {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  }
}
