import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Starts an address for the PostgreSQL server at a socket, that can hang and can be moved to another server. */
export async function startDatabaseProxy(socketPath: string) {
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
    /** `host:port`. */
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** No byte is passed on any more; open connections and new ones hang. */
    hang() {
      target = undefined
      isUnmet = sockets.size === 0
      for (const socket of sockets) socket.unpipe().pause()
    },
    /** New connections are passed on, to another server; those that hang stay so. */
    moveTo(otherPath: string) {
      target = otherPath
    },
    /** Fails if it was to hang, and no connection has met that. */
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
      if (isUnmet) throw new Error('no connection met the database that hangs')
    },
  }
}
