import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, globSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeCertificate } from '#tests/support/certificate.ts'
import { freePort, isListening } from '#tests/support/machine/free-port.ts'
import { waitUntil } from '#tests/support/machine/wait.ts'

/** A proxy in front of the processes, at an `https` address of this machine. */
export type RunningProxy = {
  port: number
  /** Where it leads `http` to `https`. */
  plainPort: number
  cert: string
  /** Everything that it has logged. */
  readLogs: () => string
  stop: () => Promise<void>
}

/** Where the proxy's own files lie, and what it is to stand before. */
type Place = { folder: string; nodePorts: readonly number[] }

const readDeployed = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url)), 'utf8')

/** Replaces each text, which must be there. */
function substitute(text: string, replacements: readonly [string, string][]): string {
  return replacements.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`the file in deploy/ has no ${from} any more`)
    return result.replaceAll(from, to)
  }, text)
}

const forNodes = (ports: readonly number[]): [string, string][] =>
  ports.map((port, index) => [`127.0.0.1:${3001 + index}`, `127.0.0.1:${port}`])

async function run(
  command: readonly [string, ...string[]],
  {
    folder,
    ports: [port, plainPort],
    cert,
  }: { folder: string; ports: readonly [number, number]; cert: string },
): Promise<RunningProxy> {
  const [program, ...args] = command
  const output = openSync(join(folder, 'output.log'), 'a')
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  const exited = once(child, 'exit')
  await waitUntil(`${program} listens`, () => isListening(port), 20_000)
  return {
    port,
    plainPort,
    cert,
    readLogs: () =>
      globSync(join(folder, '*.log'))
        .map((file) => readFileSync(file, 'utf8'))
        .join('\n'),
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

async function certificateIn(folder: string) {
  const { key, cert } = await makeCertificate()
  const files = { cert: join(folder, 'fullchain.pem'), key: join(folder, 'privkey.pem') }
  writeFileSync(files.cert, cert)
  writeFileSync(files.key, key, { mode: 0o600 })
  return { cert, files }
}

/** nginx's own settings, with a site in them; what the site does not log, or elsewhere, is logged. */
function nginxWith(site: string, folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  return `daemon off; worker_processes 2; user root; pid ${join(folder, 'pid')}; error_log stderr info;
events {}
http { access_log ${join(folder, 'access.log')}; ${temporary.join(' ')}
${site} }
`
}

async function startNginx({ folder, nodePorts }: Place): Promise<RunningProxy> {
  const ports = [await freePort(), await freePort()] as const
  const [port, plainPort] = ports
  const { cert, files } = await certificateIn(folder)
  const live = '/etc/letsencrypt/live/example.com'
  const site = substitute(readDeployed('nginx.conf'), [
    ...forNodes(nodePorts),
    [`${live}/fullchain.pem`, files.cert],
    [`${live}/privkey.pem`, files.key],
    ['listen 443 ', `listen 127.0.0.1:${port} `],
    ['listen [::]:443 ', `listen [::1]:${port} `],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen [::]:80;', `listen [::1]:${plainPort};`],
    ['/var/log/nginx', folder],
    ['example.com', 'localhost'],
  ])
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, nginxWith(site, folder))
  execFileSync('nginx', ['-t', '-q', '-c', file, '-p', folder])
  return run(['nginx', '-c', file, '-p', folder], { folder, ports, cert })
}

/** Starts Caddy with a site that is made for an address, and what `deploy/` lets it log. */
async function startCaddyWith(
  folder: string,
  makeSite: (address: string, tls: string) => string,
): Promise<RunningProxy> {
  const ports = [await freePort(), await freePort()] as const
  const [port, plainPort] = ports
  const { cert, files } = await certificateIn(folder)
  const log = 'import breezeway-log.caddy'
  writeFileSync(join(folder, 'breezeway-log.caddy'), readDeployed('breezeway-log.caddy'))
  const site = substitute(makeSite(`localhost:${port}`, `tls ${files.cert} ${files.key}`), [
    [`\n{\n\t${log}\n}\n`, `\n{\n\tadmin off\n\tdebug\n\thttp_port ${plainPort}\n\t${log}\n}\n`],
  ])
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, site)
  const args = ['--config', file, '--adapter', 'caddyfile'] as const
  execFileSync('caddy', ['validate', ...args], {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder },
  })
  return run(['caddy', 'run', ...args], { folder, ports, cert })
}

const startCaddy = ({ folder, nodePorts }: Place) =>
  startCaddyWith(folder, (address, tls) =>
    substitute(readDeployed('Caddyfile'), [
      ...forNodes(nodePorts),
      ['\nexample.com {', `\n${address} {\n\t${tls}`],
    ]),
  )

/** The proxy of `deploy/compose.yaml`, which has one process behind it. */
const startCaddyOfCompose = ({ folder, nodePorts: [nodePort] }: Place) =>
  startCaddyWith(folder, (address, tls) =>
    substitute(readDeployed('compose.Caddyfile'), [
      ['site:3000', `127.0.0.1:${nodePort}`],
      ['{$DOMAIN} {', `${address} {\n\t${tls}`],
    ]),
  )

/** Starts Caddy with the files that `deploy/install` writes for nodes at these ports. */
function startInstalledCaddy(folder: string, nodePorts: readonly number[]) {
  const script = `. "$1/steps.sh"
settings=/etc/breezeway/settings source_folder=$1/.. domain=$2 tls=internal upstreams=("\${@:4}")
caddy_folder=$3
dpkg-query() { :; }
touch "$caddy_folder/Caddyfile"
caddyfile
site_for_caddy`
  const deploy = fileURLToPath(new URL('../../deploy', import.meta.url))
  const upstreams = nodePorts.map((port) => `127.0.0.1:${port}`)
  return startCaddyWith(folder, (address, tls) => {
    const args = ['-euc', script, 'bash', deploy, address, folder, ...upstreams]
    return substitute(`\n${execFileSync('bash', args, { encoding: 'utf8' })}`, [
      [`import ${folder}/breezeway.caddy`, ''],
      [`import ${folder}/breezeway-log.caddy`, 'import breezeway-log.caddy'],
      ['tls internal', tls],
    ])
  })
}

/** The proxies that stand in front of the processes, by their name. */
export const proxies: Record<string, (place: Place) => Promise<RunningProxy>> = {
  nginx: startNginx,
  caddy: startCaddy,
  'caddy-of-compose': startCaddyOfCompose,
  'caddy-of-install': ({ folder, nodePorts }) => startInstalledCaddy(folder, nodePorts),
}

/** Starts one of them, with its files in a new folder. */
export function startProxy(name: string, folder: string, nodePorts: readonly number[]) {
  const start = proxies[name]
  if (!start) throw new Error(`there is no ${name}, only ${Object.keys(proxies).join(', ')}`)
  const own = join(folder, name)
  mkdirSync(own, { recursive: true })
  return start({ folder: own, nodePorts })
}
