import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'

/**
 * The slow phone network of Lighthouse: 150 ms for a round trip, 1.6 Mbit/s for all transfers
 * together.
 */
const roundTripMs = 150
const bytesPerMs = 200
const pieceBytes = 1460

/** How the proxy changes documents. It puts `script` first into each, and into its policy. */
export type DocumentChange = { edit: (html: string) => string; script: string }

/** A slow network between a browser and a server. */
export type SlowProxy = {
  url: string
  /** Returns the bytes that were sent since the last call, headers included. */
  takeBytes: () => number
  close: () => void
}

const forwardedHeaders = ['accept', 'if-none-match', 'sec-fetch-site', 'sec-purpose']

function pickHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const entries = forwardedHeaders.map((name) => [name, headers[name]])
  return Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'))
}

/**
 * Starts a slow proxy. The throttling of the DevTools protocol is not enough: it does not slow down
 * what the browser loads for a prerendered page.
 */
export async function startSlowProxy(
  origin: string,
  { edit, script }: DocumentChange,
): Promise<SlowProxy> {
  let bytes = 0
  let lineFreeAt = 0
  const hash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`

  async function load(path: string, requestHeaders: IncomingHttpHeaders) {
    const response = await fetch(origin + path, { headers: pickHeaders(requestHeaders) })
    const headers = Object.fromEntries(response.headers)
    const type = headers['content-type'] ?? ''
    let body = Buffer.from(await response.arrayBuffer())
    if (type.startsWith('text/html')) {
      body = Buffer.from(
        edit(body.toString()).replace('<head>', `<head><script>${script}</script>`),
      )
      const policy = headers['content-security-policy'] ?? ''
      headers['content-security-policy'] = policy.replace(
        'script-src',
        `script-src ${hash} 'inline-speculation-rules'`,
      )
    }
    delete headers['content-length']
    delete headers['content-encoding']
    if (/html|javascript|json|css|svg/.test(type)) {
      body = brotliCompressSync(body)
      headers['content-encoding'] = 'br'
    }
    return { status: response.status, headers, body }
  }

  /**
   * Sends an answer in pieces. All answers share one line, so a piece waits for those before it.
   */
  async function send(response: ServerResponse, body: Buffer) {
    for (let at = 0; at < body.length && !response.destroyed; at += pieceBytes) {
      const piece = body.subarray(at, at + pieceBytes)
      lineFreeAt = Math.max(lineFreeAt, performance.now()) + piece.length / bytesPerMs
      await sleep(Math.max(0, lineFreeAt - performance.now()))
      response.write(piece)
    }
    response.end()
  }

  const server = createServer(async ({ url = '/', headers }, response) => {
    const [answer] = await Promise.all([load(url, headers), sleep(roundTripMs)])
    bytes += JSON.stringify(answer.headers).length + answer.body.length
    response.writeHead(answer.status, answer.headers)
    await send(response, answer.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeBytes() {
      const count = bytes
      bytes = 0
      return count
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
