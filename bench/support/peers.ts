import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { load } from 'cheerio'
import { freePort } from '#tests/support/machine/free-port.ts'

const sources = fileURLToPath(new URL('../peers', import.meta.url))
const root = fileURLToPath(new URL('../../dist/peers', import.meta.url))
const startTimeoutMs = 60_000

/** How each is built and started, in its own folder. */
const peers: Record<string, { build: string; start: (port: number) => string }> = {
  astro: { build: 'astro build', start: (port) => `astro preview --port ${port}` },
  next: { build: 'next build', start: (port) => `next start --port ${port}` },
  'react-router': {
    build: 'react-router build',
    start: () => 'react-router-serve build/server/index.js',
  },
  sveltekit: { build: 'vite build', start: () => 'node build' },
}

/** The names of the frameworks that have the same pages. */
export const peerNames = Object.keys(peers)

const environment = (folder: string, more: NodeJS.ProcessEnv = {}) => ({
  ...process.env,
  PATH: `${join(folder, '../node_modules/.bin')}:${process.env.PATH}`,
  NODE_ENV: 'production',
  ASTRO_TELEMETRY_DISABLED: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  ...more,
})

/** Installs what the frameworks need, unless it is there already. */
function install(): void {
  const lock = readFileSync(join(sources, 'package-lock.json'))
  const stamp = join(root, 'node_modules/.installed')
  if (!existsSync(stamp) || !readFileSync(stamp).equals(lock)) {
    mkdirSync(root, { recursive: true })
    for (const name of ['package.json', 'package-lock.json'])
      cpSync(join(sources, name), join(root, name))
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: 'inherit' })
    writeFileSync(stamp, lock)
  }
  for (const name of ['pages', 'public', ...peerNames]) {
    rmSync(join(root, name), { recursive: true, force: true })
  }
  cpSync(sources, root, { recursive: true })
  // Some read it in their own folder.
  for (const name of peerNames)
    cpSync(join(sources, 'package.json'), join(root, name, 'package.json'))
}

/** Copies the product's home and contact pages, and the files that they name. */
async function copyPages(productUrl: string): Promise<void> {
  mkdirSync(join(root, 'pages'), { recursive: true })
  const write = (name: string, value: unknown) =>
    writeFileSync(join(root, `pages/${name}.json`), JSON.stringify(value))
  const files = new Set<string>()
  for (const [name, path] of [
    ['home', '/'],
    ['contact', '/contact'],
  ] as const) {
    const source = await (await fetch(productUrl + path)).text()
    for (const [file] of source.matchAll(/\/[\w./-]+\.(avif|webp|svg|woff2)/g)) files.add(file)
    const page = load(source)
    const fonts = page('link[rel=preload][as=font]').map((_, { attribs }) => attribs.href)
    write('shared', { style: page('style').text(), fonts: fonts.get() })
    // Each framework has its own link to the next page in place of these.
    page('script, .phone-bar').remove()
    write(name, { title: page('title').text(), html: page('body').html() })
  }
  for (const file of files) {
    const target = join(root, 'public', file)
    mkdirSync(join(target, '..'), { recursive: true })
    writeFileSync(target, Buffer.from(await (await fetch(productUrl + file)).arrayBuffer()))
  }
  symlinkSync('../public', join(root, 'next/public'))
}

async function waitUntilServed(url: string): Promise<void> {
  for (const end = Date.now() + startTimeoutMs; Date.now() < end; await sleep(100)) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
  }
  throw new Error(`${url} was not served in time`)
}

/** A server of the same two pages, made with a framework. */
type Peer = { name: string; url: string; end: () => Promise<void> }

/** Builds the product's home and contact pages with each of these frameworks, and serves them. */
export async function startPeers(productUrl: string, names: readonly string[]): Promise<Peer[]> {
  install()
  await copyPages(productUrl)
  const started: Peer[] = []
  for (const name of names) {
    const peer = peers[name]
    if (!peer) throw new Error(`${name} is none of ${peerNames.join(', ')}`)
    const { build, start } = peer
    const folder = join(root, name)
    const [program = '', ...words] = build.split(' ')
    execFileSync(program, words, { cwd: folder, env: environment(folder), stdio: 'pipe' })
    const port = await freePort()
    const env = environment(folder, { PORT: String(port), HOST: '127.0.0.1' })
    const child: ChildProcess = spawn('sh', ['-c', `exec ${start(port)}`], {
      cwd: folder,
      env,
      stdio: 'ignore',
    })
    const url = `http://127.0.0.1:${port}`
    started.push({
      name,
      url,
      async end() {
        if (child.exitCode !== null) return
        child.kill()
        await once(child, 'exit')
      },
    })
    await waitUntilServed(url)
  }
  return started
}
