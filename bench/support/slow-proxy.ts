import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'

/** What a round trip takes, and how much passes in a millisecond in all transfers together. */
export type Network = { roundTripMs: number; bytesPerMs: number }

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

/** What `fetch` says itself, and what is of the connection. */
const ownHeaders = ['host', 'connection', 'accept-encoding']

function pickHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => !ownHeaders.includes(name))
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

const compressed = new Map<string, Buffer<ArrayBuffer>>()

/** Compresses each body once, as servers do with files. */
function compress(body: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const key = createHash('sha256').update(body).digest('base64')
  const known = compressed.get(key)
  if (known) return known
  const bytes = brotliCompressSync(body)
  compressed.set(key, bytes)
  return bytes
}

/**
 * Starts a slow proxy. The throttling of the DevTools protocol is not enough: it does not slow down
 * what the browser loads for a prerendered page.
 */
export async function startSlowProxy(
  origin: string,
  { edit, script }: DocumentChange,
  { roundTripMs, bytesPerMs }: Network,
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
      const policy = headers['content-security-policy']
      const allowed = `script-src ${hash} 'inline-speculation-rules'`
      if (policy) headers['content-security-policy'] = policy.replace('script-src', allowed)
    }
    // The pictures and fonts, whichever server they come from.
    if (/^\/assets\//.test(path)) headers['cache-control'] = 'max-age=31536000, immutable'
    delete headers['content-length']
    delete headers['content-encoding']
    if (/text|javascript|json|svg/.test(type)) {
      body = compress(body)
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
