import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseCluster } from './database-cluster.ts'
import { writeFilled } from './deployed.ts'
import { makePart, type Part } from './part.ts'

/** The port of pgbouncer. */
export const poolerPort = 6432

/** A pgbouncer before each PostgreSQL, by the names of the machines. They do not run yet. */
export function makePoolers({ machines, values }: DatabaseCluster, root: string, logs: string) {
  const poolers: Record<string, Part> = {}
  for (const { name, address } of machines) {
    const folder = join(root, `pooler-${name}`)
    mkdirSync(folder)
    const own = { ...values, NAME: name, ADDRESS: address, POOLER: folder }
    const [file = ''] = ['pgbouncer.ini', 'userlist.txt'].map((each) =>
      writeFilled(each, own, folder),
    )
    execFileSync('chown', ['-R', 'postgres:postgres', folder])
    poolers[name] = makePart({
      name: `pgbouncer of ${name}`,
      command: ['pgbouncer', '--quiet', file],
      logFile: join(logs, `pgbouncer-${name}.log`),
      listens: { host: address, port: poolerPort },
    })
  }
  return poolers
}
