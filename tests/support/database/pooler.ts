import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installDebianPackages } from '#tests/support/machine/debian.ts'
import { freePort, isListening } from '#tests/support/machine/free-port.ts'
import { waitUntil } from '#tests/support/machine/wait.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const program = '/usr/sbin/pgbouncer'

/**
 * Starts pgbouncer, which is installed if it is not there, before a database on a socket. `settings` are
 * lines of its file beside those that every pooler needs.
 */
export async function startPooler(databaseUrl: string, ...settings: readonly string[]) {
  if (!existsSync(program)) installDebianPackages('pgbouncer')
  const url = new URL(databaseUrl)
  const database = url.pathname.slice(1)
  const port = await freePort()
  const folder = temporaryFolder()
  const file = join(folder.path, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `${database} = host=${url.searchParams.get('host')} user=${url.username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    ...settings,
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  // It refuses to run as root: in a namespace it is not, and still may use the socket.
  const asRoot = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--']
  const [command = program, ...args] = [
    ...(process.getuid?.() === 0 ? asRoot : []),
    ...[program, '--quiet', file],
  ]
  const child = spawn(command, args, { stdio: 'ignore' })
  const ended = once(child, 'exit')
  await Promise.race([
    waitUntil('pgbouncer', () => isListening(port)),
    ended.then(() => Promise.reject(new Error('pgbouncer did not start'))),
  ])
  return {
    /** The address of the same database behind the pooler. */
    url: `postgres://${url.username}@127.0.0.1:${port}/${database}`,
    async stop() {
      child.kill('SIGKILL')
      await ended
      folder.remove()
    },
  }
}
