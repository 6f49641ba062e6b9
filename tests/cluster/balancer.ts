import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Certificate } from '#tests/support/certificate.ts'
import { type Values, writeFilled } from './deployed.ts'
import { makePart, type Part } from './part.ts'

/** HAProxy before the nodes, which it reaches at these addresses. It does not run yet. */
export function makeBalancer(
  { values, nodes }: { values: Values; nodes: readonly string[] },
  { cert, key }: Certificate,
  { root, logs }: { root: string; logs: string },
): Part {
  const folder = join(root, 'haproxy')
  mkdirSync(folder)
  const CERTIFICATE = join(folder, 'site.pem')
  writeFileSync(CERTIFICATE, `${cert}\n${key}`, { mode: 0o600 })
  const [NODE_1 = '', NODE_2 = ''] = nodes
  const file = writeFilled('haproxy.cfg', { ...values, CERTIFICATE, NODE_1, NODE_2 }, folder)
  return makePart({
    name: 'HAProxy',
    // As Debian's unit has it, but for what belongs to systemd.
    command: ['haproxy', '-W', '-f', file],
    logFile: join(logs, 'haproxy.log'),
    listens: { host: values.PROXY ?? '', port: 443 },
    user: 'root',
  })
}
