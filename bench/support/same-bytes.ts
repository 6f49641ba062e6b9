import { get, type IncomingHttpHeaders } from 'node:http'

/** What browsers accept everywhere. */
export const accepted = { 'accept-encoding': 'br, gzip' }

/** An answer as it came over the wire: a body that is compressed stays so. */
export type Answer = { status: number; headers: Record<string, string>; body: Buffer }

/** What each connection and moment has of its own, and what the server that repeats it adds. */
const ofTheConnection = ['connection', 'keep-alive', 'date', 'transfer-encoding']

function toRecord(headers: IncomingHttpHeaders): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => !ofTheConnection.includes(name))
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

/** Reads an answer, its headers included, to give it again. */
export function readAnswer(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { ...accepted, ...headers } }, async (response) => {
      const chunks = await response.toArray()
      const { statusCode: status = 0 } = response
      resolve({ status, headers: toRecord(response.headers), body: Buffer.concat(chunks) })
    }).once('error', reject)
  })
}
