/** @module-tag slow */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { expect, inject, onTestFinished, test } from 'vitest'
import { makeCertificate } from '#tests/support/certificate.ts'
import { testFolder } from '#tests/support/own-folder.ts'
import { runUntilExit } from '#tests/support/server-process.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { isDatabaseAway } from '../failures.ts'
import { openDatabase, openSingleConnection } from './client.ts'

const certificate = await makeCertificate()

/** Answers the first packet of a client, which asks for TLS if the address does. */
type Answer = (socket: Socket) => void

const beginTls =
  (options: object): Answer =>
  (socket) => {
    socket.write('S')
    new TLSSocket(socket, { ...certificate, ...options, isServer: true }).on('error', () => {})
  }

/** A program that is not PostgreSQL; the address of its database. */
async function serve(answer: Answer, parameters = ''): Promise<string> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket.on('error', () => {}))
    socket.once('data', () => answer(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return `postgres://ana:secret@127.0.0.1:${(server.address() as AddressInfo).port}/site${parameters}`
}

/** The address of a port that was free a moment ago, by a name with several addresses. */
async function closedPort(): Promise<string> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return `postgres://ana:secret@localhost:${port}/site`
}

const failureOf = (opening: Promise<unknown>) =>
  opening.then(
    () => expect.unreachable('it was opened'),
    (error: Error) => error,
  )

const tls = '?sslmode=no-verify'

test.each<[string, () => Promise<string>, RegExp, boolean]>([
  ['a closed port', closedPort, /^connect ECONNREFUSED /, true],
  ['one without TLS', () => serve((s) => s.write('N'), tls), /does not support SSL/, false],
  [
    'a certificate that no authority signed',
    () => serve(beginTls({}), '?sslmode=verify-full'),
    /^self-signed certificate/,
    false,
  ],
])('of %s one line has the words of the system', async (_what, makeUrl, reason, isAway) => {
  const databaseUrl = await makeUrl()
  const error = await failureOf(openSingleConnection({ dataDir: '', databaseUrl }, silentLogger))
  const [, words] =
    /^The database at DATABASE_URL can’t be reached: (.*)\.$/.exec(error.message) ?? []
  expect(words).toMatch(reason)
  expect(isDatabaseAway(error)).toBe(isAway)
})

test('a database that is not there is told by both ways of opening it', async () => {
  const url = new URL(inject('postgresUrl'))
  url.pathname = 'nowhere'
  const location = { dataDir: '', databaseUrl: url.href }
  const said = 'The database at DATABASE_URL won’t let us in: database "nowhere" does not exist.'
  for (const open of [openSingleConnection, openDatabase]) {
    expect((await failureOf(open(location, silentLogger))).message).toBe(said)
  }
})

test('a command ends by itself, with that line, when TLS fails', async () => {
  const folder = testFolder()
  const databaseUrl = await serve(beginTls({ requestCert: true, rejectUnauthorized: true }), tls)
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: folder.path }
  const { code, stderr } = await runUntilExit(env, { script: 'scripts/migrate.ts' })
  expect(stderr).toMatch(/^The database at DATABASE_URL can’t be reached: .*(SSL|TLS).*\.\n$/)
  expect(code).toBe(1)
})
