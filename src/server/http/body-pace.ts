import type { IncomingMessage } from 'node:http'

/** How fast the body of a request must arrive. */
export type BodyPace = {
  /** It may take this long. */
  ms: number
  /** And longer, while N bytes of it arrive in each second. */
  bytesPerSecond?: number
}

/** True for a request with a body. */
export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Calls back once if the body of a request arrives too slowly. */
export function watchBody(
  request: IncomingMessage,
  { ms, bytesPerSecond }: BodyPace,
  onLate: () => void,
): void {
  const { socket } = request
  const began = performance.now()
  const bytesBefore = socket.bytesRead
  function check() {
    const arrived = socket.bytesRead - bytesBefore
    const earned = bytesPerSecond ? (arrived / bytesPerSecond) * 1000 : 0
    const left = ms + earned - (performance.now() - began)
    if (left <= 0) return onLate()
    timer = setTimeout(check, Math.max(50, left))
  }
  let timer = setTimeout(check, ms)
  request.once('close', () => clearTimeout(timer))
}
