import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Client, type ClientConfig } from 'pg'
import { embeddedFiles } from '#/server/db/connect/client.ts'
import { timesOf } from '#/server/time/schedule.ts'
import { locks } from '../../db/locks.ts'
import { NoAnswer, within } from '../../runtime/within.ts'
import { BackupError, describeDiskError, findFolderProblem } from '../file/backup-error.ts'
import { ensureSigningKey } from '../file/signature.ts'
import { type ArchiveState, readState, writeState } from './archive-state.ts'
import {
  baseFiles,
  copyErased,
  isOurs,
  listBases,
  makeOwner,
  pruneBases,
  sizeOfBases,
} from './bases.ts'
import { findPosition, LogUnread, openChain } from './chain.ts'
import { type MadeBase, makeBase } from './make-base.ts'
import {
  boundLog,
  isLogLost,
  type LogNow,
  type Lsn,
  readLogNow,
  readShape,
  releaseLog,
} from './wal.ts'

/** The database to archive, and the folder for it. */
export type ArchiveOrder = {
  folder: string
  dataDir: string
  publicKeys: readonly string[]
  /** When a new base is made, as cron writes it. */
  schedule: string
  limits?: Partial<ArchiveLimits>
}

/** Tests have others. */
export const usualLimits = {
  /** How often new log is archived. */
  everyMs: 5_000,
  /** A disk that has not answered after this time is told as silent. */
  silentMs: 8_000,
  /** A server of the database that has not answered after this time has gone away. */
  serverMs: 8_000,
  /** When a base that could not be made is tried again. */
  retryMs: 15 * 60_000,
  /** How much log waits for a disk that takes none; beyond that it is given up. */
  waitingMegabytes: 512,
  /** A new base is made when the log since the last one is larger than that base, and than this. */
  longLogBytes: 256 * 1024 * 1024,
}
export type ArchiveLimits = typeof usualLimits

/** A base that is being made; `from` is where its log begins, once that is known. */
type Making = { from: Lsn | undefined; done: Promise<void> }

function describe(error: unknown, folder: string): string {
  if (error instanceof NoAnswer) return `The disk of ${folder} does not answer.`
  if (error instanceof BackupError) return error.message
  const problem = error instanceof LogUnread ? undefined : describeDiskError(error, folder)
  return problem ?? 'The database could not be archived. The server’s log says why.'
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

async function areOnOneDisk(one: string, other: string): Promise<boolean> {
  return (await stat(one)).dev === (await stat(other)).dev
}

/** Refuses a folder that has lost files known to be in it: its disk may not be mounted. */
async function refuseUnmounted({ order, state: { isOnSameDisk } }: Run): Promise<void> {
  const { folder, dataDir } = order
  const known = await readState(dataDir)
  if (!known?.base || known.folder !== folder) return
  if (!isOnSameDisk || (await isThere(join(folder, known.base.name, baseFiles.facts)))) return
  throw new BackupError(
    `The archive in ${folder} has lost its newest base: its disk may not be mounted.`,
  )
}

/** Goes on with the newest base, if the server still has all the log since it was left. */
async function resume(run: Run, { keptFrom, flushed }: LogNow): Promise<void> {
  await refuseUnmounted(run)
  const { order, owner, key, shape } = run
  const { folder, dataDir, publicKeys } = order
  const isOwn = ({ name }: { name: string }) => name.endsWith(`-${owner}`)
  const base = (await listBases(folder)).filter(isOwn).at(-1)
  if (!base || !isOurs(base, key)) return
  const { name, path, facts } = base
  const { usableFrom, bytes } = facts
  run.state.base = { name, usableFrom }
  const seal = { base: name, key, publicKeys }
  const { position, bytes: logBytes } = await findPosition(path, seal)
  const isWhole = keptFrom !== undefined && keptFrom <= position && position <= flushed
  run.state.isBroken = !isWhole || facts.timeline !== shape.timeline
  if (run.state.isBroken) return
  const { cluster } = embeddedFiles(dataDir)
  const chain = openChain({ cluster, path, shape, seal }, position, logBytes)
  run.followed = { name, startedAt: new Date(facts.startedAt), usableFrom, bytes, chain }
}

function isBaseDue({ order, limits, followed, failed }: Run): boolean {
  if (failed && Date.now() < failed.retryAt) return false
  if (!followed) return true
  const last = timesOf(order.schedule).last(new Date())
  const longest = Math.max(limits.longLogBytes, followed.bytes)
  return (last !== undefined && last > followed.startedAt) || followed.chain.bytes() > longest
}

async function connect(connection: ClientConfig): Promise<Client> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Makes a base, and follows it from then on. Never rejects. */
async function makeNext(run: Run, making: Making): Promise<void> {
  const { order, owner, shape, key, stop, limits, logger } = run
  const { folder, publicKeys, dataDir } = order
  let client: Client | undefined
  try {
    client = await connect(run.connection)
    const made = await makeBase({
      ...{ ...embeddedFiles(dataDir), client, folder, owner, shape, key, publicKeys, stop },
      onBegun(from) {
        making.from = from
      },
    })
    run.followed = made
    const { name, usableFrom, bytes } = made
    run.failed = undefined
    run.state.isBroken = false
    run.state.base = { name, usableFrom }
    logger.info({ base: name, bytes }, 'a base of the archive was made')
    await pruneBases(folder, owner)
    run.state.bytes = await sizeOfBases(folder)
  } catch (error) {
    if (stop.aborted) return
    logger.error({ err: error }, 'a base of the archive could not be made')
    run.failed = { problem: describe(error, folder), retryAt: Date.now() + limits.retryMs }
  } finally {
    await client?.end().catch(() => {})
  }
}

/** Archives the new log, and begins a base that is due. */
async function archiveNext(run: Run): Promise<void> {
  const { order, client, state } = run
  const { folder } = order
  const problem = await findFolderProblem({ folder, isFolderNamed: true }, 'folder for the archive')
  if (problem !== null) {
    // A base that failed there may be tried when the disk is back.
    run.failed = undefined
    throw new BackupError(problem)
  }
  state.isOnSameDisk = await areOnOneDisk(folder, order.dataDir)
  run.lastErasure = await copyErased(client, folder, run.lastErasure)
  const now = await readLogNow(client)
  const { followed } = run
  if (followed) {
    const isKept = now.keptFrom !== undefined && now.keptFrom <= followed.chain.position()
    if (!isKept) state.isBroken = true
    if (!isKept || !(await isThere(join(folder, followed.name, baseFiles.facts))))
      run.followed = undefined
  }
  if (!run.followed && !run.making) await resume(run, now)
  if (run.followed) {
    const before = run.followed.chain.bytes()
    await run.followed.chain.append(now.flushed, now.at)
    state.bytes += run.followed.chain.bytes() - before
    state.archivedUntil = now.at.toISOString()
  }
  if (!run.making && !run.stop.aborted && isBaseDue(run)) {
    const making: Making = { from: undefined, done: Promise.resolve() }
    making.done = makeNext(run, making).finally(() => {
      run.making = undefined
    })
    run.making = making
  }
  await release(run)
}

/** Lets the server delete what is archived, unless a base that is being made needs it. */
async function release({ client, followed, making }: Run): Promise<void> {
  const needed = [followed?.chain.position(), making?.from].filter((from) => from !== undefined)
  if (needed.length === 0 || (making && making.from === undefined)) return
  await releaseLog(
    client,
    needed.reduce((one, other) => (one < other ? one : other)),
  )
}

/** The problem for the owner; null if everything is archived. */
function problemOf({ state, failed, order }: Run, error: unknown): string | null {
  const trouble = error === undefined ? failed?.problem : describe(error, order.folder)
  if (!trouble && !state.isBroken) return null
  const until = state.archivedUntil ?? 'its beginning'
  const broken = `What came after ${until} was not archived in time: nothing later can be restored until there is a new base.`
  return [trouble, state.isBroken && broken].filter(Boolean).join(' ')
}

async function prepare(
  order: ArchiveOrder,
  connection: ClientConfig,
  { logger, stop, client }: { logger: FastifyBaseLogger; stop: AbortSignal; client: Client },
) {
  const { dataDir, folder } = order
  const limits = { ...usualLimits, ...order.limits }
  await boundLog(client, limits.waitingMegabytes)
  const shape = await readShape(client)
  const key = await ensureSigningKey(dataDir)
  const known = await readState(dataDir)
  const owner = known?.owner ?? makeOwner()
  const isSame = known?.folder === folder
  const state: Omit<ArchiveState, 'at' | 'problem'> & { isBroken: boolean } = {
    ...{ owner, folder, bytes: isSame ? known.bytes : 0, isOnSameDisk: false },
    archivedUntil: isSame ? known.archivedUntil : null,
    base: isSame ? known.base : null,
    /** Log that was not archived is gone. */
    isBroken: false,
  }
  return {
    ...{ order, limits, connection, client, shape, key, owner, logger, stop, state },
    /** The base that is followed. */
    followed: undefined as MadeBase | undefined,
    making: undefined as Making | undefined,
    /** Why the last base could not be made, and when it is tried again. */
    failed: undefined as { problem: string; retryAt: number } | undefined,
    /** The last erasure that the archive knows. */
    lastErasure: 0,
  }
}

/** The state of one run of the archive. */
type Run = Awaited<ReturnType<typeof prepare>>

async function tell({ order, state }: Run, problem: string | null): Promise<void> {
  const { isBroken, ...known } = state
  await writeState(order.dataDir, { ...known, at: new Date().toISOString(), problem })
}

async function loop(run: Run): Promise<void> {
  const { limits, logger, stop } = run
  let next: Promise<void> | undefined
  let before: string | null = null
  for (let isLast = false; ; ) {
    let failure: unknown
    next ??= archiveNext(run)
    try {
      await within(limits.silentMs, next)
      next = undefined
    } catch (error) {
      failure = error
      // A call that a disk holds goes on.
      if (!(error instanceof NoAnswer)) next = undefined
    }
    // Fails if the server of the database has gone away: the process that has started this starts it again.
    if (await within(limits.serverMs, isLogLost(run.client))) run.state.isBroken = true
    const problem = problemOf(run, failure)
    if (problem === null && before !== null) logger.info('the database is archived again')
    if (problem !== null && problem !== before)
      logger.error({ err: failure, problem }, 'the database is not archived')
    before = problem
    await tell(run, problem)
    if (isLast) break
    await sleep(limits.everyMs, undefined, { signal: stop }).catch(() => {})
    isLast = stop.aborted
  }
  await run.making?.done
}

/**
 * Archives the server's log to a folder, as the only process that does, until `stop` aborts: then
 * once more. Returns false at once if another process does it. Throws where the server has gone
 * away.
 */
export async function followServer(
  order: ArchiveOrder,
  connection: ClientConfig,
  { logger, stop }: { logger: FastifyBaseLogger; stop: AbortSignal },
): Promise<boolean> {
  const client = await connect(connection)
  try {
    const { rows } = await client.query<{ is_first: boolean }>(
      'select pg_try_advisory_lock($1) is_first',
      [locks.archive],
    )
    if (!rows[0]?.is_first) return false
    await loop(await prepare(order, connection, { logger, stop, client }))
    return true
  } finally {
    await client.end().catch(() => {})
  }
}
