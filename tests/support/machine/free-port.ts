import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

/** A port that nothing listens on at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** True if a program listens there. */
export function isListening(port: number, host = '127.0.0.1'): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect({ host, port, timeout: 1_000 })
  socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
  socket.on('timeout', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
