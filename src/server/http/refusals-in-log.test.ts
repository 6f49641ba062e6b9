import { type AddressInfo, connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { apiPaths, healthPaths, offerPath } from '#/contracts/routes.ts'
import { rawRequest, sendRaw } from '#tests/support/api/raw-request.ts'
import { buildTestApp, signInAs, testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { hashFully } from '#tests/support/quick-hashes.ts'
import { createDraining } from './draining.ts'

const json = 'content-type: application/json'
const form = 'content-type: application/x-www-form-urlencoded'
const files = 'content-type: multipart/form-data; boundary=x'
const file =
  '--x\r\ncontent-disposition: form-data; name="photos"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\nabc'

describeOnDatabase('no warning and no error in the log', (database) => {
  const logLines: string[] = []
  const draining = createDraining()
  let app: FastifyInstance
  let port: number
  let host: string
  let cookie: string
  let page: string
  beforeAll(async () => {
    const config = testConfig({ contactLimits: { perMinute: 3, perHour: 3 } })
    app = await buildTestApp(database.handle(), { config, logLines, draining })
    await app.listen({ host: '127.0.0.1', port: 0 })
    port = (app.server.address() as AddressInfo).port
    host = `host: localhost:${port}`
    cookie = `cookie: ${await signInAs(app, database.handle().db, 'admin')}`
    const post = { method: 'POST', url: apiPaths.contact, remoteAddress: '192.0.2.7' } as const
    page = (await app.inject({ ...post, payload: contactBody() })).json().data.requestPath
  })
  afterAll(() => app.close())
  afterEach(() => {
    const lines = logLines.splice(0).map((line) => JSON.parse(line))
    expect(lines.filter(({ level }) => level >= 40)).toEqual([])
    expect(lines.length).toBeGreaterThan(0)
    // Proxies ask several times a minute.
    const checks: unknown[] = [healthPaths.alive, healthPaths.ready]
    expect(lines.filter(({ path }) => checks.includes(path))).toEqual([])
  })

  const countConnections = () =>
    new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))

  /**
   * Sends a part of a request, or a request whose response it does not wait for, and disconnects.
   */
  async function hangUp(line: string, headers: readonly string[], body = ''): Promise<void> {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    const bytes = `${[`${line} HTTP/1.1`, host, ...headers].join('\r\n')}\r\n\r\n${body}`
    await new Promise<void>((resolve) => socket.write(bytes, 'latin1', () => resolve()))
    // What was sent has arrived when this is answered, and was handled when the next one is.
    await sendRaw(port, rawRequest(`GET ${healthPaths.alive}`, [host]))
    socket.destroy()
    await expect.poll(countConnections).toBe(0)
    await sendRaw(port, rawRequest('GET /robots.txt', [host]))
  }

  test.each<[string, string, string, string[], string]>([
    ['a form', 'POST', apiPaths.contact, [form, 'content-length: 100'], 'name=Ann'],
    ['JSON', 'POST', apiPaths.contact, [json, 'content-length: 100'], '{"name"'],
    ['photographs', 'POST', ':page/photos', [files, 'content-length: 1000'], file],
    [
      'photographs in pieces',
      'POST',
      ':page/photos',
      [files, 'transfer-encoding: chunked'],
      '1\r\n',
    ],
    ['an open inbox', 'GET', apiPaths.leadEvents, [':cookie'], ''],
    ['the list of all leads', 'GET', apiPaths.leads, [':cookie'], ''],
    ['an export', 'GET', apiPaths.leadExport, [':cookie'], ''],
    ['a page', 'GET', '/', [], ''],
  ])('tells of a client that hangs up: %s', async (_what, method, path, headers, body) => {
    const own = headers.map((header) => (header === ':cookie' ? cookie : header))
    await hangUp(`${method} ${path.replace(':page', page)}`, own, body)
  })

  test('tells of files that cannot be read', async () => {
    for (const [header, body] of [
      [files, file],
      [files, `${file}\r\n--x--\r\n`],
      [files, `${file}\r\n`.repeat(20)],
      ['content-type: multipart/form-data', file],
      [json, '{}'],
    ] as const) {
      const { status } = await sendRaw(
        port,
        rawRequest(`POST ${page}/photos`, [host, header], body),
      )
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    }
  })

  test('tells of who asks too often', async () => {
    const statuses = new Set<number>()
    const ask = async (line: string, headers: string[], body = '') =>
      statuses.add((await sendRaw(port, rawRequest(line, [host, ...headers], body))).status)
    for (let count = 0; count < 5; count += 1) {
      await ask(`POST ${apiPaths.contact}`, [json], JSON.stringify(contactBody()))
    }
    for (let count = 0; count < 25; count += 1) await ask(`GET ${offerPath('wrong')}`, [])
    expect(statuses).toEqual(new Set([201, 404, 429]))
  })

  describe('where a password takes its time', () => {
    hashFully()

    test('tells of more at once than there can be', async () => {
      const wrong = (count: number) =>
        JSON.stringify({ email: `ann${count}@example.com`, password: 'wrong password' })
      const all = await Promise.all(
        Array.from({ length: 60 }, (_, count) =>
          sendRaw(port, rawRequest(`POST ${apiPaths.signIn}`, [host, json], wrong(count))),
        ),
      )
      expect(all.map(({ status }) => status)).toContain(503)
    })
  })

  test('tells of a process that leaves', async () => {
    await draining.drain(0, () => {})
    await app.inject('/robots.txt')
    const { statusCode } = await app.inject(healthPaths.ready)
    const { status } = await sendRaw(port, rawRequest('GET /', [host]))
    expect([statusCode, status]).toEqual([503, 200])
  })
})
