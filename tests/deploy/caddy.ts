import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeCertificate } from '#tests/support/certificate.ts'
import { freePort, isListening } from '#tests/support/machine/free-port.ts'
import { waitUntil } from '#tests/support/machine/wait.ts'

const readDeployed = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url)), 'utf8')

/** Replaces each text, which must be there. */
function substitute(text: string, replacements: readonly [string, string][]): string {
  return replacements.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`the file in deploy/ has no ${from} any more`)
    return result.replaceAll(from, to)
  }, text)
}

/**
 * Starts the proxy of `deploy/` before processes at these ports, at an `https` address of this machine, with its
 * files in a folder below the given one.
 */
export async function startCaddy(parent: string, nodePorts: readonly number[]) {
  const folder = join(parent, 'caddy')
  mkdirSync(folder, { recursive: true })
  const [port, plainPort] = [await freePort(), await freePort()]
  const { key, cert } = await makeCertificate()
  const files = { cert: join(folder, 'fullchain.pem'), key: join(folder, 'privkey.pem') }
  writeFileSync(files.cert, cert)
  writeFileSync(files.key, key, { mode: 0o600 })
  const log = 'import breezeway-log.caddy'
  writeFileSync(join(folder, 'breezeway-log.caddy'), readDeployed('breezeway-log.caddy'))
  const site = substitute(readDeployed('Caddyfile'), [
    ...nodePorts.map((to, index): [string, string] => [
      `127.0.0.1:${3001 + index}`,
      `127.0.0.1:${to}`,
    ]),
    ['\nexample.com {', `\nlocalhost:${port} {\n\ttls ${files.cert} ${files.key}`],
    [`\n{\n\t${log}\n}\n`, `\n{\n\tadmin off\n\tdebug\n\thttp_port ${plainPort}\n\t${log}\n}\n`],
  ])
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, site)
  const args = ['--config', file, '--adapter', 'caddyfile']
  const env = { PATH: process.env.PATH, HOME: folder }
  execFileSync('caddy', ['validate', ...args], { stdio: 'ignore', env })
  const output = openSync(join(folder, 'output.log'), 'a')
  const child = spawn('caddy', ['run', ...args], { env, stdio: ['ignore', output, output] })
  closeSync(output)
  const exited = once(child, 'exit')
  await waitUntil('caddy listens', () => isListening(port), 20_000)
  return {
    port,
    /** Where it leads `http` to `https`. */
    plainPort,
    cert,
    /** Everything that it has logged. */
    readLogs: () => readFileSync(join(folder, 'output.log'), 'utf8'),
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

export type RunningProxy = Awaited<ReturnType<typeof startCaddy>>
