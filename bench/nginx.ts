import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { atExit, type Program, waitUntil } from './processes.ts'
import { readAnswer } from './same-bytes.ts'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** True if this program can be run. */
function isThere(program: string): boolean {
  try {
    execFileSync(program, ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** nginx makes these itself. */
const madeByNginx = ['content-length', 'etag', 'last-modified', 'accept-ranges', 'content-type']

/** Writes the answers as files below `folder`, and the configuration that gives them again. */
async function configure(folder: string, origin: string, paths: string[], port: number) {
  const locations = paths.map(async (path, number) => {
    const { headers, body } = await readAnswer(origin + path)
    writeFileSync(join(folder, `${number}.body`), body)
    const added = Object.entries(headers)
      .filter(([name]) => !madeByNginx.includes(name))
      .map(([name, value]) => `add_header ${name} ${JSON.stringify(value)};`)
    const type = `types {} default_type "${headers['content-type']}";`
    const file = `root ${folder}; try_files /${number}.body =404;`
    return `location = ${path} { ${type} ${added.join(' ')} ${file} }`
  })
  const server = `server { listen 127.0.0.1:${port}; keepalive_requests 1000000; ${(await Promise.all(locations)).join('\n')} }`
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join(' ')
  return `worker_processes 1; daemon off; user root; pid ${join(folder, 'pid')}; error_log stderr;
events {}
http { access_log /dev/null; sendfile on; open_file_cache max=100; ${temporary} ${server} }
`
}

/**
 * Starts nginx with the product's answers as files. NGINX_PROGRAM names the program. Undefined if there is
 * none.
 */
export async function startNginx(
  folder: string,
  origin: string,
  paths: string[],
): Promise<Program | undefined> {
  const program = process.env.NGINX_PROGRAM ?? 'nginx'
  if (!isThere(program)) return undefined
  mkdirSync(folder, { recursive: true })
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, await configure(folder, origin, paths, port))
  const child = spawn(program, ['-c', file, '-p', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const cancelExit = atExit(() => child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  let isUp = false
  const ask = setInterval(
    () =>
      fetch(url).then(
        () => (isUp = true),
        () => {},
      ),
    50,
  )
  const started = await waitUntil(() => isUp, 10_000)
  clearInterval(ask)
  if (!started) throw new Error('nginx does not answer')
  return {
    url,
    pid: child.pid ?? 0,
    spawnedAt: 0,
    async end() {
      child.kill('SIGTERM')
      await exited
      cancelExit()
    },
  }
}
