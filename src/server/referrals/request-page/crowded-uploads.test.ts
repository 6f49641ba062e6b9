import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buildTestApp, testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { sendFromForm } from '#tests/support/suite-site.ts'

const boundary = 'b'
const partHead = `--${boundary}\r\ncontent-disposition: form-data; name="photos"; filename="a.jpg"\r\n\r\n`
const partEnd = `\r\n--${boundary}--\r\n`

/** Ten strangers, each in a network of their own. */
const strangers = Array.from({ length: 10 }, (_, index) => `198.51.${index}.7`)

describeOnDatabase('uploads of photographs while strangers send many', (database) => {
  let app: FastifyInstance
  let port: number
  let path: string
  const sockets: Socket[] = []

  beforeAll(async () => {
    app = await buildTestApp(database.handle(), {
      config: testConfig({ trustProxy: ['loopback'] }),
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    port = (app.server.address() as { port: number }).port
    path = (await sendFromForm(app, database.handle().db)).path
  })
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
  })
  afterAll(() => app.close())

  /** Begins a form of this length, of which so far only the head has come. */
  function beginForm(address: string, toPath: string, length: number): Socket {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    sockets.push(socket)
    socket.write(
      `POST ${toPath}/photos HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Forwarded-For: ${address}\r\n` +
        `Content-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${length}\r\n\r\n${partHead}`,
    )
    return socket
  }

  /** Sends one photograph as an honest visitor; returns the status of the answer. */
  async function sendOne(address: string): Promise<number> {
    const own = await sendFromForm(app, database.handle().db)
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
    const create = { width: 2000, height: 1500, channels: 3 as const, background: '#888', noise }
    const bytes = await sharp({ create }).jpeg({ quality: 95 }).toBuffer()
    const form = new FormData()
    form.set('photos', new Blob([new Uint8Array(bytes)]), 'a.jpg')
    const answer = await fetch(`http://127.0.0.1:${port}${own.path}/photos`, {
      method: 'POST',
      body: form,
      headers: { 'x-forwarded-for': address },
      redirect: 'manual',
    })
    return answer.status
  }

  test('get through while ten strangers send small files that take long to decode', {
    tags: 'slow',
  }, async () => {
    const create = { width: 1600, height: 1600, channels: 3 as const, background: '#888' }
    const costly = await sharp({ create }).avif({ effort: 0, quality: 1 }).toBuffer()
    const body = Buffer.concat([
      ...Array(5).fill(Buffer.concat([costly, Buffer.from(`\r\n${partHead}`)])),
      costly,
      Buffer.from(partEnd),
    ])
    expect(body.length).toBeLessThan(5_000)
    let answered = 0
    for (const address of strangers) {
      const socket = beginForm(address, path, body.length + partHead.length)
      socket.once('data', () => (answered += 1)).write(body)
    }
    expect(await sendOne('203.0.113.9')).toBe(303)
    // The visitor was not the last.
    expect(answered).toBeLessThan(strangers.length)
  })
})
