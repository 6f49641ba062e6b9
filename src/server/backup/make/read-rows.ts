import { createHash, type Hash } from 'node:crypto'
import type { ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { columnList, inOurSchema, type Table } from './list-tables.ts'

/** As soon as this many bytes are read, their whole rows are a part. */
const partBytes = 4 * 1024 * 1024

const lineEnd = 0x0a

/** Makes what the connection reads the same on every server. Call it within a transaction. */
export async function setTextFormat(client: ClientBase): Promise<void> {
  await client.query(
    `set local client_encoding = 'UTF8'; set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';
     set local intervalstyle = 'postgres'; set local extra_float_digits = 1;
     set local bytea_output = 'hex'; set local jit = off; set local search_path = public`,
  )
}

/** The number and the hash of a table's rows. */
export type Tally = { rows: number; hash: Hash }

function countRows(text: Buffer): number {
  let rows = 0
  for (let at = text.indexOf(lineEnd); at >= 0; at = text.indexOf(lineEnd, at + 1)) rows += 1
  return rows
}

/** Reads a table as text, in pieces of whole rows, and counts and hashes it on the way. */
export async function* readRows(
  client: ClientBase,
  { name, columns, order }: Table,
  tally: Tally,
): AsyncGenerator<Buffer> {
  const rows = `select ${columnList(columns)} from ${inOurSchema(name)} order by ${order}`
  const stream = client.query(copyTo(`copy (${rows}) to stdout`))
  let waiting: Buffer[] = []
  let length = 0
  const take = (text: Buffer) => {
    tally.rows += countRows(text)
    tally.hash.update(text)
    return text
  }
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    waiting.push(chunk)
    length += chunk.byteLength
    if (length < partBytes) continue
    const text = Buffer.concat(waiting)
    const end = text.lastIndexOf(lineEnd) + 1
    if (end === 0) continue
    waiting = [text.subarray(end)]
    length = text.byteLength - end
    yield take(text.subarray(0, end))
  }
  const rest = Buffer.concat(waiting)
  if (rest.byteLength > 0) yield take(rest)
}

export const newTally = (): Tally => ({ rows: 0, hash: createHash('sha256') })
