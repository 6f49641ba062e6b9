import { finished } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { type EventStream, openEventStream } from './event-stream.ts'
import type { FeedEvent } from './live-feed.ts'

const greeting = 'retry: 1000\n\n'

const event = (id: number): FeedEvent => ({ id, name: 'lead', data: { lead: id } })
const textOf = (id: number) => `id: ${id}\nevent: lead\ndata: {"lead":${id}}\n\n`
const eventsUpTo = (last: number) => Array.from({ length: last }, (_, index) => event(index + 1))

/** Reads as fast as it can, as most clients do. `ended` rejects if the stream breaks. */
function readQuickly({ readable }: EventStream) {
  let text = ''
  readable.on('data', (chunk) => (text += chunk))
  return { text: () => text, ended: finished(readable) }
}

test('a client gets every event whole and in order, also what came before it read', async () => {
  const stream = openEventStream(1000)
  stream.send([event(1)])
  stream.send([event(2)])
  const client = readQuickly(stream)
  await expect.poll(client.text).toContain(textOf(2))
  stream.send([event(3), event(4)])
  stream.end()
  await client.ended
  expect(client.text()).toBe(greeting + [1, 2, 3, 4].map(textOf).join(''))
})

test('a client a thousand events behind gets them all; one further, it is to fetch everything', async () => {
  for (const [missed, expected] of [
    [1_000, Array.from({ length: 1_000 }, () => 'lead')],
    [1_001, ['resync']],
  ] as const) {
    const stream = openEventStream(1000)
    stream.send(eventsUpTo(missed))
    const client = readQuickly(stream)
    await expect.poll(client.text).toContain(`id: ${missed}\n`)
    stream.end()
    await client.ended
    expect([...client.text().matchAll(/event: (\w+)/g)].map(([, name]) => name)).toEqual(expected)
  }
})

test('the beat reaches a client that waits, and does not pile up for one that does not read', async () => {
  const stream = openEventStream(1000)
  const client = readQuickly(stream)
  await expect.poll(client.text).toBe(greeting)
  stream.keepAlive()
  await expect.poll(client.text).toBe(`${greeting}: beat\n\n`)

  const stuck = openEventStream(1000)
  stuck.keepAlive()
  expect(String(stuck.readable.read())).toBe(greeting)
  for (let beat = 0; beat < 100_000; beat += 1) stuck.keepAlive()
  expect(stuck.readable.readableLength).toBeLessThan(100_000)
})

test('a client that does not read costs little, and is told to fetch everything', async () => {
  const stream = openEventStream(1000)
  const long = (id: number): FeedEvent => ({ id, name: 'lead', data: 'x'.repeat(1000) })
  for (let id = 0; id < 100_000; id += 100) {
    stream.send(Array.from({ length: 100 }, (_, index) => long(id + index)))
  }
  const client = readQuickly(stream)
  await expect.poll(() => /id: 99999\nevent: \w+\n[^\n]*\n\n$/.test(client.text())).toBe(true)
  expect(client.text().length).toBeLessThan(2_000_000)
  expect(client.text().includes('event: resync')).toBe(true)
})

test('a stream that was ended stays so, whatever comes after', async () => {
  const stream = openEventStream(1000)
  const client = readQuickly(stream)
  await expect.poll(client.text).toBe(greeting)
  stream.end()
  stream.send([event(1)])
  stream.keepAlive()
  stream.end()
  await client.ended
  expect(client.text()).toBe(greeting)
})
