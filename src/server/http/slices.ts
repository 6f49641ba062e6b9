import { setImmediate as serveOthers } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

/** A page of a list: `nextCursor` is the place after its last row, null at the end of the list. */
type Page<Row> = { data: Row[]; nextCursor: string | null }

/**
 * The most rows that are read or written without a pause. A process does one thing at a time: while
 * it handles a thousand rows no visitor is served.
 */
export const sliceSize = 100

/** How many rows a page has at most, and the `nextCursor` of the page before. */
type Wanted = { limit: number; cursor: string | undefined }

/** Reads a page by short queries, each of which goes on where the one before has ended. */
export async function readInSlices<Row>(
  { limit, cursor }: Wanted,
  read: (wanted: Wanted) => Promise<Page<Row>>,
): Promise<Page<Row>> {
  const page: Page<Row> = { data: [], nextCursor: cursor ?? null }
  do {
    const left = limit - page.data.length
    const slice = await read({
      limit: Math.min(left, sliceSize),
      cursor: page.nextCursor ?? undefined,
    })
    page.data.push(...slice.data)
    page.nextCursor = slice.nextCursor
  } while (page.nextCursor !== null && page.data.length < limit)
  return page
}

/** Rows as JSON, with commas between them. */
export const writeRows = (rows: readonly unknown[]): string =>
  rows.map((row) => JSON.stringify(row)).join(',')

/** Sends a page as JSON, which is written in slices. */
export async function sendPage(
  reply: FastifyReply,
  { data, nextCursor }: Page<unknown>,
): Promise<never> {
  const written: string[] = []
  for (let from = 0; from < data.length; from += sliceSize) {
    if (from > 0) await serveOthers()
    written.push(writeRows(data.slice(from, from + sliceSize)))
  }
  const json = `{"data":[${written.join(',')}],"nextCursor":${JSON.stringify(nextCursor)}}`
  // It is text already, not an object for the serializer.
  return reply.type('application/json; charset=utf-8').send(json) as never
}
