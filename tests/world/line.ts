import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The connection between a browser and the server, which a test can cut. */
export type Line = {
  /** The address for the browser. */
  url: string
  /** Ends all connections and refuses new ones. */
  cut: () => void
  /**
   * Lets the next request of this method through to the server, and cuts when the answer comes: the
   * server has done its work, and the browser does not know it.
   */
  cutAtAnswerTo: (method: string) => void
  /** True after a cut. */
  isCut: () => boolean
  mend: () => void
  end: () => Promise<void>
}

/** Lays a line to a server that need not run yet. */
export async function layLine(serverUrl: () => string): Promise<Line> {
  const sockets = new Set<Socket>()
  let isCut = false
  let cutsAtAnswerTo: string | undefined

  function cut() {
    isCut = true
    cutsAtAnswerTo = undefined
    for (const socket of sockets) socket.destroy()
  }

  function hold(socket: Socket) {
    sockets.add(socket)
    // A connection that is cut or reset is what this is for.
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  }

  const server = createServer((browser) => {
    hold(browser)
    if (isCut) return browser.destroy()
    const { hostname, port } = new URL(serverUrl())
    const upstream = connect(Number(port), hostname)
    hold(upstream)
    let isLastRequest = false
    browser.on('data', (bytes) => {
      if (cutsAtAnswerTo && bytes.toString('latin1').startsWith(`${cutsAtAnswerTo} `)) {
        isLastRequest = true
      }
      upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      if (isLastRequest) cut()
      else browser.write(bytes)
    })
    browser.on('close', () => upstream.destroy())
    upstream.on('close', () => browser.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    cutAtAnswerTo(method) {
      cutsAtAnswerTo = method
    },
    isCut: () => isCut,
    mend() {
      isCut = false
    },
    async end() {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}
