import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** An address for a PostgreSQL server, that can hang and can be moved to another server. */
type DatabaseProxy = {
  /** `host:port`. */
  host: string
  /** No byte is passed on any more; open connections and new ones hang. */
  hang: () => void
  /** New connections are passed on, to another server; those that hang stay so. */
  moveTo: (socketPath: string) => void
  /** Fails if it was to hang, and no connection has met that. */
  close: () => Promise<void>
}

/** Starts a proxy on a port of its own for the server at a socket. */
export async function startDatabaseProxy(socketPath: string): Promise<DatabaseProxy> {
  const sockets = new Set<Socket>()
  let target: string | undefined = socketPath
  let isUnmet = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    return socket
  }
  const server = createServer((client) => {
    keep(client)
    if (!target) isUnmet = false
    if (!target) return
    const upstream = keep(connect(target))
    client.pipe(upstream).pipe(client)
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    hang() {
      target = undefined
      isUnmet = sockets.size === 0
      for (const socket of sockets) socket.unpipe().pause()
    },
    moveTo(otherPath) {
      target = otherPath
    },
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
      if (isUnmet) throw new Error('no connection met the database that hangs')
    },
  }
}
