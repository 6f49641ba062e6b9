import { once } from 'node:events'
import net, {
  type AddressInfo,
  type ListenOptions,
  type NetConnectOpts,
  type Socket,
} from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const delayMs = 100

/**
 * Opens a network between two programs that can fail, for a time in milliseconds or until `mend`: listens, and
 * carries each connection to what `target` returns at that moment.
 */
export async function openNetwork(
  target: () => NetConnectOpts | undefined,
  listenOn: ListenOptions = { port: 0, host: '127.0.0.1' },
) {
  const sockets = new Set<Socket>()
  let isCut = false
  let isSlow = false
  let awaited: string | undefined
  const openLine = () => {
    const passage = Promise.withResolvers<void>()
    passage.resolve()
    return { passage }
  }
  /** What the connections of now go through. */
  let line = openLine()

  async function carry(from: Socket, to: Socket, onChunk: (chunk: Buffer) => void): Promise<void> {
    const own = line
    try {
      for await (const chunk of from) {
        await own.passage.promise
        if (isSlow) await sleep(delayMs)
        onChunk(chunk)
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
    const program = net.connect({ ...options, allowHalfOpen: true })
    let isLast = false
    const onRequest = (chunk: Buffer) => {
      isLast ||= awaited !== undefined && chunk.toString('latin1').startsWith(`${awaited} `)
    }
    for (const [socket, other, onChunk] of [
      [client, program, onRequest],
      [program, client, () => void (isLast && breakOff())],
    ] as const) {
      socket.setNoDelay(true)
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', (hadError) => {
        sockets.delete(socket)
        if (hadError) other.destroy()
      })
      void carry(socket, other, onChunk)
    }
  })
  server.listen(listenOn)
  await once(server, 'listening')
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  function breakOff() {
    isCut = true
    awaited = undefined
    drop()
  }
  function hang() {
    line.passage = Promise.withResolvers()
  }
  function mend() {
    if (awaited) throw new Error(`no answer to ${awaited} was broken off`)
    isCut = false
    isSlow = false
    line.passage.resolve()
  }
  const forSome = (begin: () => void) => async (ms: number) => {
    begin()
    await sleep(ms)
    mend()
  }
  return {
    port: (server.address() as AddressInfo).port,
    /** Ends every connection, and refuses new ones. */
    cut: forSome(breakOff),
    /** Keeps the connections, and lets nothing through. */
    stall: forSome(hang),
    /** The same until `moveOn`, from when on new connections are carried, and these never again. */
    hang,
    moveOn() {
      line = openLine()
    },
    /** Delays everything by a tenth of a second. */
    slow: forSome(() => (isSlow = true)),
    /** Ends every connection, and refuses new ones until `mend`. */
    breakOff,
    /** Fails where an answer was to be broken off, and none came. */
    mend,
    isBrokenOff: () => isCut,
    /**
     * Lets the next request of this method through to the server, and breaks off when the answer comes:
     * the server has done its work, and the browser does not know it.
     */
    breakOffAtAnswerTo(method: string) {
      awaited = method
    },
    async close() {
      server.close()
      line.passage.resolve()
      drop()
      await once(server, 'close')
    },
  }
}

export type Network = Awaited<ReturnType<typeof openNetwork>>
