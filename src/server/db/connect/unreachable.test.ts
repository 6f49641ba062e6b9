/** @module-tag slow */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { TLSSocket } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { expect, inject, onTestFinished, test } from 'vitest'
import { makeCertificate } from '#tests/support/certificate.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
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

/** A refusal as the server sends it: severity, SQLSTATE and words. */
const refuse =
  (code: string, words: string): Answer =>
  (socket) => {
    const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${words}\0\0`)
    const length = Buffer.alloc(4)
    length.writeInt32BE(fields.length + 4)
    socket.end(Buffer.concat([Buffer.from('E'), length, fields]))
  }

/** Asks for a password as PostgreSQL does by default. */
const askForPassword: Answer = (socket) => {
  const ask = (kind: number, text: string) => {
    const message = Buffer.from(`R\0\0\0\0\0\0\0\0${text}`)
    message.writeInt32BE(message.length - 1, 1)
    message.writeInt32BE(kind, 5)
    return message
  }
  socket.write(ask(10, 'SCRAM-SHA-256\0\0'))
  socket.once('data', () => socket.write(ask(11, 'r=1,s=1,i=4096')))
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
  ['a silent server', () => serve(() => {}), /timeout/, true],
  [
    'one that hangs up',
    () => serve((s) => s.destroy()),
    /^Connection terminated unexpectedly$/,
    true,
  ],
  ['one without TLS', () => serve((s) => s.write('N'), tls), /does not support SSL/, false],
  ['one that speaks no TLS', () => serve((s) => s.write('Sno TLS'), tls), /SSL/, false],
  [
    'a certificate that no authority signed',
    () => serve(beginTls({}), '?sslmode=verify-full'),
    /^self-signed certificate/,
    false,
  ],
  [
    'one that asks for a password when there is none',
    async () => (await serve(askForPassword)).replace(':secret', ''),
    /password must be a string/,
    false,
  ],
  [
    'an unknown host',
    async () => 'postgres://ana:secret@site.invalid/site',
    /^getaddrinfo \w+ site\.invalid$/,
    true,
  ],
])('of %s one line has the words of the system', async (_what, makeUrl, reason, isAway) => {
  const databaseUrl = await makeUrl()
  const error = await failureOf(openSingleConnection({ dataDir: '', databaseUrl }, silentLogger))
  const [, words] =
    /^The database at DATABASE_URL cannot be reached: (.*)\.$/.exec(error.message) ?? []
  expect(words).toMatch(reason)
  expect(isDatabaseAway(error)).toBe(isAway)
})

test.each([
  ['a wrong password', '28P01', 'password authentication failed for user "ana"', true],
  ['a database that is full', '53300', 'sorry, too many clients already', true],
])('%s is told in the words of the server', async (_what, code, words, isAway) => {
  const databaseUrl = await serve(refuse(code, words))
  const location = { dataDir: '', databaseUrl }
  const said = `The database at DATABASE_URL does not let us in: ${words}.`
  const error = await failureOf(openSingleConnection(location, silentLogger))
  expect([error.message, isDatabaseAway(error)]).toEqual([said, isAway])
})

test('a database that is not there is told by both ways of opening it', async () => {
  const url = new URL(inject('postgresUrl'))
  url.pathname = 'nowhere'
  const location = { dataDir: '', databaseUrl: url.href }
  const said = 'The database at DATABASE_URL does not let us in: database "nowhere" does not exist.'
  for (const open of [openSingleConnection, openDatabase]) {
    expect((await failureOf(open(location, silentLogger))).message).toBe(said)
  }
})

test('a command ends by itself, with that line, when TLS fails', async () => {
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  const databaseUrl = await serve(beginTls({ requestCert: true, rejectUnauthorized: true }), tls)
  const script = fileURLToPath(new URL('../../../../scripts/migrate.ts', import.meta.url))
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: folder.path }
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(said).toMatch(/^The database at DATABASE_URL cannot be reached: .*(SSL|TLS).*\.\n$/)
  expect(code).toBe(1)
})
