import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { apiPaths } from '#/contracts/routes.ts'
import { type Certificate, makeCertificate, writeCertificate } from '#tests/support/certificate.ts'
import { type Mailbox, openMailbox } from '#tests/support/machine/mailbox.ts'
import type { Machine } from '#tests/support/machine/take-machine.ts'
import { ownerEnv } from '#tests/support/owner.ts'
import { makeDisk } from '../platforms/disk.ts'
import { type DatabaseCluster, makeDatabaseCluster } from './database-cluster.ts'
import { type Values, writeFilled } from './deployed.ts'
import { makePart, type Part } from './part.ts'
import { makeNode, type ProductNode, poolerPort, waitUntilReady } from './product-node.ts'

/** A disk holds the data, 512 MB of log for standbys, and what a recovery needs. */
const diskMegabytes = 2_000

/** The addresses that are mailed of each lead. */
export const recipients = ['office@example.com', 'owner@example.com']

/** All of it: three database machines with poolers, two nodes of the product, HAProxy, a mail server. */
export type WholeCluster = {
  cluster: DatabaseCluster
  poolers: Record<string, Part>
  nodes: readonly ProductNode[]
  balancer: Part
  mailbox: Mailbox
  /** The Cookie header of an admin, who has signed in at the first node. */
  cookie: string
  /** Starts what does not run, and waits until every database machine is in its place. */
  restore: () => Promise<void>
}

/** A pgbouncer before each PostgreSQL, by the names of the machines. They do not run yet. */
function makePoolers({ machines, values }: DatabaseCluster, root: string, logs: string) {
  const poolers: Record<string, Part> = {}
  for (const { name, address } of machines) {
    const folder = join(root, `pooler-${name}`)
    mkdirSync(folder)
    const own = { ...values, NAME: name, ADDRESS: address, POOLER: folder }
    const file = writeFilled('pgbouncer.ini', own, folder)
    writeFilled('userlist.txt', own, folder)
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

/** HAProxy before the nodes, which it reaches at these addresses. It does not run yet. */
function makeBalancer(
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

async function prepareSite(node: ProductNode): Promise<string> {
  const call = async (path: string, body: object, cookie = '') => {
    const answer = await node.ask(path, { body, cookie })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.body}`)
    return answer
  }
  const { cookie } = await call(apiPaths.signIn, {
    email: ownerEnv.ADMIN_EMAIL,
    password: ownerEnv.ADMIN_PASSWORD,
  })
  for (const email of recipients) await call(apiPaths.recipients, { email }, cookie)
  return cookie
}

/** Starts all of it in a folder, in which the logs stay. `env` are settings for both nodes. */
export async function startWholeCluster(
  machine: Machine,
  folder: string,
  env: Record<string, string>,
): Promise<WholeCluster> {
  const root = machine.folder(0o755)
  const mailbox = await openMailbox()
  machine.atEnd(mailbox.close)
  const disks: Record<string, string> = {}
  for (const name of ['one', 'two', 'three']) {
    const { path } = await makeDisk(machine, diskMegabytes)
    // The user postgres must get through.
    chmodSync(dirname(path), 0o755)
    disks[name] = join(path, 'database')
  }
  const cluster = makeDatabaseCluster({ logs: folder, folderOf: (name) => disks[name] ?? '' })
  machine.atEnd(cluster.stop)
  const { values } = cluster
  const certificate = await makeCertificate(values.DOMAIN)
  const poolers = makePoolers(cluster, root, folder)
  const nodes: ProductNode[] = []
  for (const number of [1, 2]) {
    const own = {
      ...env,
      SMTP_URL: mailbox.url,
      NODE_EXTRA_CA_CERTS: writeCertificate(certificate, root),
      ...ownerEnv,
    }
    const node = await makeNode({ number, cluster, root, logs: folder, env: own })
    machine.atEnd(node.close)
    nodes.push(node)
  }
  const addresses = nodes.map(({ addressForBalancer }) => addressForBalancer)
  const balancer = makeBalancer({ values, nodes: addresses }, certificate, { root, logs: folder })
  const others = [balancer, ...Object.values(poolers)]
  machine.atEnd(() => Promise.all(others.map((part) => part.kill())))
  machine.atEnd(() => Promise.all(nodes.map((node) => node.end('SIGKILL'))))
  writeFileSync(join(folder, 'values.json'), JSON.stringify(values, undefined, 2), { mode: 0o600 })

  async function restore() {
    await Promise.all([cluster.start(), ...others.map((part) => part.restore())])
  }
  await restore()
  for (const node of nodes) {
    await node.start()
    await waitUntilReady(node)
  }
  const [first] = nodes
  if (!first) throw new Error('there is no node')
  const cookie = await prepareSite(first)
  return { cluster, poolers, nodes, balancer, mailbox, cookie, restore }
}
