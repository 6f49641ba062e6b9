import { chmodSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { apiPaths } from '#/contracts/routes.ts'
import { makeCertificate, writeCertificate } from '#tests/support/certificate.ts'
import { type Mailbox, openMailbox } from '../history/mailbox.ts'
import { makeDisk } from '../platforms/disk.ts'
import { takeMachine } from '../platforms/machine.ts'
import { owner } from '../world/site.ts'
import { makeBalancer } from './balancer.ts'
import { type DatabaseCluster, makeDatabaseCluster } from './database-cluster.ts'
import type { Part } from './part.ts'
import { makePoolers } from './poolers.ts'
import { makeNode, type ProductNode, waitUntilReady } from './product-node.ts'

/** A disk holds the data, 512 MB of log for standbys, and what a recovery needs. */
const diskMegabytes = 2_000

/** Whoever is mailed of each lead. */
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
  remove: () => Promise<void>
}

async function prepareSite(node: ProductNode): Promise<string> {
  const call = async (path: string, body: object, cookie = '') => {
    const answer = await node.ask(path, { body, cookie })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.body}`)
    return answer
  }
  const { cookie } = await call(apiPaths.signIn, owner)
  for (const email of recipients) await call(apiPaths.recipients, { email }, cookie)
  return cookie
}

/** Starts all of it in a folder, in which the logs stay. `env` are settings for both nodes. */
export async function startWholeCluster(
  folder: string,
  env: Record<string, string>,
): Promise<WholeCluster> {
  const machine = takeMachine()
  const root = machine.folder(0o755)
  const mailbox = await openMailbox(join(folder, 'mails.jsonl'))
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
      ADMIN_EMAIL: owner.email,
      ADMIN_PASSWORD: owner.password,
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
  try {
    await restore()
    for (const node of nodes) {
      await node.start()
      await waitUntilReady(node)
    }
    const [first] = nodes
    if (!first) throw new Error('there is no node')
    const cookie = await prepareSite(first)
    const { restore: remove } = machine
    return { cluster, poolers, nodes, balancer, mailbox, cookie, restore, remove }
  } catch (error) {
    await machine.restore()
    throw error
  }
}
