import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from '#/contracts/health/findings.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { ask } from '#tests/support/database/ask-database.ts'
import { waitUntil } from '#tests/support/machine/wait.ts'
import type { MadeFault } from './make-faults.ts'
import type { StoredLead } from './verdict.ts'
import type { WholeCluster } from './whole-cluster.ts'

/** Longer than the lease of a delivery whose process was killed. */
const toldWithinMs = 240_000
const backupWithinMs = 300_000

/** Asks the primary, as a superuser. */
export async function query<Row>({ cluster }: WholeCluster, statement: string): Promise<Row[]> {
  return ask<Row>({ connectionString: (await cluster.primary())?.url ?? '' }, statement)
}

/** The records in the journals of both nodes. */
const journals = ({ nodes }: WholeCluster) =>
  nodes
    .flatMap(({ dataDir }) => readdirSync(join(dataDir, 'journal')))
    .filter((name) => /\.(json|damaged)$/.test(name))

/** Waits until nothing is in a journal and no mail is due. Returns what is wrong in words. */
export async function settle(all: WholeCluster): Promise<string[]> {
  const pending = `select count(*)::int pending from deliveries where state = 'pending'`
  const isSettled = async () =>
    journals(all).length === 0 && (await query<{ pending: number }>(all, pending))[0]?.pending === 0
  const isLate = await waitUntil('settled', isSettled, toldWithinMs).then(
    () => false,
    () => true,
  )
  if (!isLate) return []
  return [`left in the journals: ${journals(all).length}, or deliveries are pending`]
}

export const readLeads = (all: WholeCluster) =>
  query<StoredLead>(all, 'select name, is_quarantined "isQuarantined" from leads')

/** What is wrong if the database is not that of the next release. */
export async function checkUpgrade(all: WholeCluster): Promise<string[]> {
  const columns = await query(
    all,
    `select from information_schema.columns where table_name = 'leads' and column_name = 'next_release'`,
  )
  return columns.length === 1 ? [] : ['the migration of the next release was not applied']
}

type Job = { due: string; attempts: number; state: string; file?: string; endedAt?: number }

/** True if a backup failed because of a fault: it is made again after a quarter of an hour. */
const isInterrupted = ({ state, endedAt = 0 }: Job, faults: readonly MadeFault[]) =>
  state === 'failed' &&
  faults.some(({ began, recovered }) => endedAt >= began && endedAt <= recovered)

/** What is wrong with the probes since the start, of which one is due each minute, and with the one backup. */
export async function checkJobs(
  all: WholeCluster,
  { since, faults }: { since: number; faults: readonly MadeFault[] },
): Promise<string[]> {
  const problems: string[] = []
  // Of a process that is killed amid a probe the others have the lease after two minutes.
  const [probes] = await query<{ count: number; minutesApart: number | null }>(
    all,
    `select count(*)::int count, max(minutes)::float "minutesApart" from (
       select extract(epoch from due_at - lag(due_at) over (order by due_at)) / 60 minutes
       from probes where due_at > to_timestamp(${since / 1000})) as each`,
  )
  if (!probes?.minutesApart || probes.minutesApart > 3)
    problems.push(
      `probes: ${probes?.count}, at most ${probes?.minutesApart} minutes apart, of 1 to 3`,
    )
  const readBackups = () =>
    query<Job>(
      all,
      `select due_at::text due, attempts, state, file,
        (extract(epoch from finished_at) * 1000)::float "endedAt" from backups`,
    )
  // One whose process or database went away is made again by whoever looks after its lease.
  const isOver = async () => (await readBackups()).every(({ state }) => state !== 'running')
  await waitUntil('no backup is running', isOver, backupWithinMs).catch(() => {})
  const backups = await readBackups()
  const files = all.nodes.flatMap(({ dataDir }) => {
    const names = readdirSync(dataDir).includes('backups')
      ? readdirSync(join(dataDir, 'backups'))
      : []
    return names.filter((name) => backups.some(({ file }) => file === name))
  })
  const [backup] = backups
  const isMade = backup?.state === 'done' && files.length === 1
  const isExcused = backup && isInterrupted(backup, faults) && files.length === 0
  if (backups.length !== 1 || !(isMade || isExcused))
    problems.push(`backups: ${JSON.stringify(backups)}, of which there are ${files.length} files`)
  return problems
}

type Findings = { data: Pick<Finding, 'key'>[] }

/** What is wrong with what the product says of a cluster that may lose a commit. Changes the cluster. */
export async function checkRisks({ cluster, nodes, cookie }: WholeCluster): Promise<string[]> {
  const problems: string[] = []
  const risks = () =>
    Promise.all(
      nodes.map(async (node) => {
        const { body } = await node.ask(apiPaths.findings, { cookie })
        const keys = (JSON.parse(body) as Findings).data.map(({ key }) => key)
        return keys
          .filter((key) => key.startsWith('commits-'))
          .sort()
          .join()
      }),
    )
  const areSo = (expected: string) => async () => (await risks()).every((each) => each === expected)
  if (!(await areSo('')())) problems.push(`a safe cluster is said to risk: ${await risks()}`)
  await cluster.configure({
    synchronous_mode: false,
    postgresql: {
      parameters: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' },
    },
  })
  const expected = 'commits-failover,commits-fsync,commits-full-page-writes'
  await waitUntil('risks', areSo(expected), 30_000).catch(async () =>
    problems.push(`a cluster that may lose commits is said to risk: ${await risks()}`),
  )
  return problems
}
