import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

/** A response as it came over a connection. */
type RawAnswer = { status: number; headers: Record<string, string>; body: string }

/** Sends these bytes over a connection of their own, and reads until the server closes it. */
export async function sendRaw(port: number, bytes: string): Promise<RawAnswer> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.write(bytes, 'latin1')
  const answer = await text(socket.setEncoding('latin1'))
  const [head = '', ...rest] = answer.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: rest.join('\r\n\r\n'),
  }
}

/** A request as text, after whose response the connection is closed. */
export function rawRequest(line: string, headers: readonly string[], body = ''): string {
  const length = body === '' ? [] : [`content-length: ${Buffer.byteLength(body)}`]
  const head = [`${line} HTTP/1.1`, 'connection: close', ...headers, ...length]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
