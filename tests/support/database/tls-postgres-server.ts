import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import type { Certificate } from '#tests/support/certificate.ts'
import { freePort } from '#tests/support/machine/free-port.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { findBinaries } from '../../../src/server/db/embedded/binaries.ts'
import { prepareEmbeddedServer } from '../../../src/server/db/embedded/embedded-server.ts'
import { pathsIn } from '../../../src/server/db/embedded/folders.ts'
import { superuser } from '../../../src/server/db/embedded/roles.ts'
import { serverArguments } from '../../../src/server/db/embedded/settings.ts'
import { commandFor, findWay } from '../../../src/server/db/embedded/unprivileged.ts'
import { dataFolder } from './data-folder.ts'

/** A PostgreSQL server on a port of this machine that takes no connection without TLS. */
export type TlsPostgresServer = {
  user: string
  port: number
  /** For connections of the test itself. */
  connection: ClientConfig
  remove: () => Promise<void>
}

const startMs = 60_000

async function awaitConnections(connection: ClientConfig): Promise<void> {
  for (const end = Date.now() + startMs; ; await sleep(50)) {
    const client = new Client(connection).on('error', () => {})
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (Date.now() > end) throw error
    }
  }
}

/** Starts a server on a free port, which shows this certificate. */
export async function startTlsPostgres({ key, cert }: Certificate): Promise<TlsPostgresServer> {
  const port = await freePort()
  const folder = dataFolder()
  const { detach } = await prepareEmbeddedServer(folder.path, silentLogger)
  const { postgres } = findBinaries()
  const { cluster } = pathsIn(folder.path)
  const { uid, gid } = statSync(cluster)
  for (const [name, text] of Object.entries({ 'server.key': key, 'server.crt': cert })) {
    writeFileSync(join(cluster, name), text, { mode: 0o600 })
    chownSync(join(cluster, name), uid, gid)
  }
  writeFileSync(join(cluster, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 trust\n')
  const way = await findWay(postgres, folder.path, cluster)
  const options = ['-c', 'ssl=on', '-c', 'unix_socket_directories=']
  const command = commandFor(way, postgres, [...serverArguments(cluster, { port }), ...options])
  const server = spawn(command.file, command.args, {
    ...command.options,
    cwd: '/',
    env: { LC_ALL: 'C' },
    stdio: 'ignore',
  })
  const ended = once(server, 'exit')
  const ssl = { rejectUnauthorized: false }
  const connection = { host: '127.0.0.1', port, user: superuser, database: 'postgres', ssl }
  await awaitConnections(connection)
  return {
    user: superuser,
    port,
    connection,
    async remove() {
      detach()
      server.kill('SIGINT')
      await ended
      folder.remove()
    },
  }
}
