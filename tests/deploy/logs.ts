import { connect as connectHttp2 } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import { rawRequest } from '#tests/support/api/raw-request.ts'
import {
  findSecrets,
  type SecretAddress,
  secretAddresses,
} from '#tests/support/api/secret-addresses.ts'
import { freePort } from '#tests/support/machine/free-port.ts'
import { startServer } from '#tests/support/server-process.ts'
import { type RunningProxy, startCaddy } from './caddy.ts'
import { nodeSettings } from './nodes.ts'

/** What is behind a proxy while the addresses are asked for. */
type Behind = (port: number) => Promise<{ end: () => Promise<unknown>; readLog: () => string }>

/** The product, which logs all that it can. */
function startProduct(folder: string): Behind {
  return async (port) => {
    const own = { PORT: String(port), DATA_DIR: folder, DRAIN_SECONDS: '0', LOG_LEVEL: 'trace' }
    const product = await startServer({ ...nodeSettings, ...own })
    return { end: () => product.end('SIGTERM'), readLog: product.stderr }
  }
}

const startNothing: Behind = async () => ({ end: async () => {}, readLog: () => '' })

const patienceMs = 20_000

/** Sends bytes and returns all that comes back. */
async function exchange(socket: Socket, bytes: string): Promise<string> {
  socket.on('error', () => socket.destroy()).setTimeout(patienceMs, () => socket.destroy())
  socket.write(bytes, 'latin1')
  return text(socket).catch(() => '')
}

async function askByHttp2({ port, cert }: RunningProxy, path: string): Promise<string> {
  const session = connectHttp2(`https://localhost:${port}`, { ca: cert, servername: 'localhost' })
  session.on('error', () => {})
  const stream = session.request({ ':path': path, referer: `https://localhost${path}` })
  let head = ''
  stream.on('response', (headers) => (head = JSON.stringify(headers)))
  stream.setTimeout(patienceMs, () => stream.destroy())
  const body = await text(stream).catch(() => '')
  session.destroy()
  return head + body
}

/** All ways to ask for an address. Each returns what came back. */
function waysToAsk(proxy: RunningProxy): ((address: string) => Promise<string>)[] {
  const { port, plainPort, cert } = proxy
  const host = `host: localhost:${port}`
  const secure = (bytes: string) =>
    exchange(connectTls({ port, host: '127.0.0.1', ca: cert, servername: 'localhost' }), bytes)
  const plain = (to: number, bytes: string) =>
    exchange(connect({ port: to, host: '127.0.0.1' }), bytes)
  const from = (address: string) => `referer: https://localhost:${port}${address}`
  const get = (address: string, ...headers: string[]) =>
    rawRequest(`GET ${address}`, [host, from(address), ...headers])
  const tooLarge = 100 * 1024 * 1024
  return [
    (address) => secure(get(address)),
    (address) => askByHttp2(proxy, address),
    (address) => secure(rawRequest(`POST ${address}`, [host, from(address)], 'x=1')),
    (address) =>
      secure(rawRequest(`POST ${address}`, [host, from(address), `content-length: ${tooLarge}`])),
    (address) => plain(plainPort, get(address)),
    (address) => plain(plainPort, rawRequest(`GET ${address}`, [])),
    (address) => plain(port, get(address)),
    (address) => secure(get(`${address}?${'x'.repeat(70_000)}`)),
    (address) => secure(get(address, 'no header')),
    (address) => secure(get(address, `x: ${'y'.repeat(1_200_000)}`)),
    (address) => secure(rawRequest(`GET ${address}`, ['host: other.example', from(address)])),
    (address) => secure(`GET ${address} HTTP/9.9\r\n${host}\r\n\r\n`),
    (address) => secure(`GET ${address}\r\n\r\n`),
    (address) => secure(rawRequest(`get\t${address}`, [host])),
    (address) => secure(rawRequest('GET /', [host, from(address)])),
  ]
}

const atOnce = 100

/** Asks for each address in one of the ways, in turns. Returns what came back. */
async function askForAll(
  proxy: RunningProxy,
  addresses: readonly SecretAddress[],
): Promise<string[]> {
  const ways = waysToAsk(proxy)
  const left = addresses.map(
    ({ address }, index) =>
      () =>
        ways[index % ways.length]?.(address),
  )
  const answers: string[] = []
  async function askSome() {
    for (let next = left.pop(); next; next = left.pop()) answers.push((await next()) ?? '')
  }
  await Promise.all(Array.from({ length: atOnce }, askSome))
  return answers
}

/**
 * Asks the proxy of `deploy/` for every address that is a secret, in odd forms and well-formed, by TLS and
 * without, too large and unreadable: with the product behind it, and with nothing. Throws if a log has a
 * secret, or an answer the version of the proxy.
 */
export async function findSecretsInLogs(folder: string): Promise<string> {
  const nodePort = await freePort()
  // None of the others is there.
  const nodePorts = [nodePort, await freePort(), await freePort()]
  const proxy = await startCaddy(folder, nodePorts)
  const faults: string[] = []
  try {
    const stages = { up: startProduct(join(folder, 'data')), down: startNothing }
    for (const [stage, startBehind] of Object.entries(stages)) {
      const behind = await startBehind(nodePort)
      const addresses = secretAddresses()
      const answers = await askForAll(proxy, addresses)
      await behind.end()
      const telling = answers.filter((answer) => /caddy\/\d/i.test(answer))
      if (telling.length > 0) faults.push('caddy tells its version')
      if (!answers.some((answer) => answer !== '')) faults.push('caddy answers nothing')
      for (const [who, log] of [
        ['the product', behind.readLog()],
        ['caddy', proxy.readLogs()],
      ] as const) {
        const found = findSecrets(log, addresses)
        if (found.length > 0) faults.push(`${who}, ${stage}: ${found.length}, such as ${found[0]}`)
      }
    }
  } finally {
    await proxy.stop()
  }
  // What is not logged cannot be seen to be left out.
  if (!/\/request\b/.test(proxy.readLogs())) faults.push('caddy logs nothing')
  if (faults.length > 0) throw new Error(faults.join('; '))
  return 'none'
}
