import { once } from 'node:events'
import { connect } from 'node:net'

/** What one connection sends, and when it stops. */
export type ClientOptions = {
  url: string
  /** The next request's bytes; undefined ends the connection. */
  next: () => Buffer | undefined
  /** Every answer must have one of these. */
  statuses: readonly number[]
  /** Called with each answer's time in milliseconds. */
  onAnswer: (tookMs: number) => void
}

/** An answer to HEAD or with 304 has no body. */
const withoutBody = 304

/** The status of an answer; undefined until the answer is complete. */
function readStatus(head: string, received: number, bodyAt: number): number | undefined {
  const status = Number(head.slice(9, 12))
  if (status === withoutBody) return status
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1])
  if (Number.isNaN(length)) throw new Error(`an answer without a length: ${head}`)
  return received < bodyAt + length ? undefined : status
}

/**
 * Sends requests over one connection, one after the other. It does little work for each, because it
 * shares the processors with the server. Throws if an answer has another status.
 */
export async function runClient({ url, next, statuses, onAnswer }: ClientOptions): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).setNoDelay()
  await once(socket, 'connect')
  let sentAt = 0
  let head = ''
  let bodyAt = -1
  let received = 0
  await new Promise<void>((resolve, reject) => {
    const send = () => {
      const request = next()
      if (!request) {
        socket.end()
        return resolve()
      }
      head = ''
      bodyAt = -1
      received = 0
      sentAt = performance.now()
      socket.write(request)
    }
    const takeAnswer = (chunk: Buffer) => {
      received += chunk.length
      if (bodyAt < 0) {
        head += chunk.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        bodyAt = end + 4
        head = head.slice(0, bodyAt)
      }
      const answered = readStatus(head, received, bodyAt)
      if (answered === undefined) return
      if (!statuses.includes(answered)) throw new Error(`answered ${head}`)
      onAnswer(performance.now() - sentAt)
      send()
    }
    socket.on('data', (chunk) => {
      try {
        takeAnswer(chunk)
      } catch (error) {
        reject(error)
      }
    })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('the connection was closed')))
    send()
  })
}
