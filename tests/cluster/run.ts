/**
 * `npm run faults -- patroni`: two nodes of the product on a cluster of Debian's parts, with visitors made by
 * tsung, while each part is killed, paused, filled and cut in turn by a seed, and the product upgraded.
 */
import { Console } from 'node:console'
import { randomInt } from 'node:crypto'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { needPackages } from '#tests/support/machine/debian.ts'
import {
  keepTemporaryFilesInMemory,
  shareCompiledCode,
} from '#tests/support/machine/memory-folder.ts'
import { takeMachine } from '#tests/support/machine/take-machine.ts'
import { buildIfStale } from '../../scripts/build.ts'
import { makeNextRelease } from '../deploy/next-release.ts'
import { startLoad } from './load.ts'
import { makeFaults, watchReadiness } from './make-faults.ts'
import { checkJobs, checkRisks, checkUpgrade, readLeads, settle } from './shared-state.ts'
import { judge, type Verdict } from './verdict.ts'
import { recipients, startWholeCluster, type WholeCluster } from './whole-cluster.ts'

const { values: args } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string' },
    /** Pages a second. A fifth as many leads are sent. */
    rate: { type: 'string', default: '100' },
    /** Words in the names of the faults that are made; by default all are. */
    only: { type: 'string' },
  },
})
/** The Debian packages that a cluster needs, each with a file that it installs. */
const packages = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  pgbouncer: '/usr/sbin/pgbouncer',
  haproxy: '/usr/sbin/haproxy',
  tsung: '/usr/bin/tsung',
}

const screen = new Console(process.stdout)
/** The last fault may need this long before the visitors have gone. */
const lastFaultMs = 45_000
const sourceCount = 24

const began = performance.now()
const print = (line: string) =>
  screen.log(`${String(Math.round((performance.now() - began) / 1000)).padStart(5)} s  ${line}`)

const settings = (backupMinute: number) => ({
  CONTACT_LIMIT_PER_MINUTE: '1000000',
  CONTACT_LIMIT_PER_HOUR: '1000000',
  JOURNAL_RESERVE_MB: '16',
  LOG_LEVEL: 'warn',
  PROBE_SCHEDULE: '* * * * *',
  BACKUP_SCHEDULE: `${backupMinute} * * * *`,
})

/** The minute of the hour when a quarter of the run has passed. */
const minuteOfBackup = (minutes: number) =>
  new Date(Date.now() + 60_000 + minutes * 15_000).getUTCMinutes()

async function runAll(folder: string, seed: number): Promise<Verdict> {
  const [minutes, pagesPerSecond] = [Number(args.minutes), Number(args.rate)]
  const { folder: nextRelease } = makeNextRelease(join(folder, 'next-release'))
  const machine = takeMachine()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => machine.restore().finally(() => process.exit(1)))
  }
  try {
    const all = await startWholeCluster(machine, folder, settings(minuteOfBackup(minutes)))
    return await runOn(all, { folder, seed, minutes, pagesPerSecond, nextRelease })
  } finally {
    await machine.restore()
  }
}

type Run = {
  folder: string
  seed: number
  minutes: number
  pagesPerSecond: number
  nextRelease: string
}

async function runOn(all: WholeCluster, run: Run): Promise<Verdict> {
  const { folder, seed, minutes, pagesPerSecond, nextRelease } = run
  const watch = watchReadiness(all.nodes)
  const since = Date.now()
  const load = startLoad({
    ...{ host: all.cluster.values.DOMAIN ?? '', seed, folder, pagesPerSecond },
    sources: Array.from({ length: sourceCount }, (_, index) => all.cluster.addressOf(100 + index)),
    leadsPerSecond: pagesPerSecond / 5,
    seconds: minutes * 60,
  })
  try {
    await load.hasBegun()
    print('everything runs; the visitors come')
    const until = Date.now() + minutes * 60_000 - lastFaultMs
    const faults = await makeFaults({
      ...{ all, watch, seed, only: args.only },
      ...{ until, nextRelease, print },
    })
    print('no more faults')
    const visits = await load.ended
    print('the visitors have gone')
    const others = [
      ...(await settle(all)),
      ...(await checkUpgrade(all)),
      ...(await checkJobs(all, { since, faults })),
    ]
    const leads = await readLeads(all)
    others.push(...(await checkRisks(all)))
    const mails = all.mailbox.arrived()
    const outcome = { visits, leads, mails, recipients, faults, others }
    const looks = watch.looks.filter(({ words }) => words !== '')
    writeFileSync(join(folder, 'outcome.json'), JSON.stringify({ ...outcome, looks }))
    return judge(outcome)
  } finally {
    await watch.stop()
    await load.stop()
  }
}

async function main(): Promise<number> {
  if (process.getuid?.() !== 0) {
    process.stderr.write(
      'A cluster starts programs of other users: run this as root, on Debian 12.\n',
    )
    return 1
  }
  const seed = args.seed === undefined ? randomInt(1_000_000) : Number(args.seed)
  const folder = mkdtempSync('/tmp/breezeway-cluster-')
  // The user postgres must get through.
  chmodSync(folder, 0o755)
  screen.log(
    `npm run faults -- patroni --minutes ${args.minutes} --rate ${args.rate} --seed ${seed}\nlogs: ${folder}`,
  )
  keepTemporaryFilesInMemory()
  shareCompiledCode()
  needPackages(packages)
  await buildIfStale()
  const { rows, totals, problems } = await runAll(folder, seed)
  screen.table(rows)
  screen.table(totals)
  screen.log(problems.length > 0 ? `PROBLEMS\n${problems.join('\n')}` : 'no problem')
  return problems.length > 0 ? 1 : 0
}

process.exitCode = await main()
