import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import type { Machine } from '#tests/support/machine/take-machine.ts'
import { waitUntil } from '#tests/support/machine/wait.ts'
import type { Backup, BackupStatus } from '../../src/contracts/health/backups.ts'
import { apiPaths, backupDownloadPath, backupPath } from '../../src/contracts/routes.ts'
import { stopCleanly, thisCheckout } from './product.ts'
import { makeSilentMount } from './silent-mount.ts'
import { assertTrue, startTold, type ToldSite, untilSettled } from './told-site.ts'
import { beginVisits } from './visits.ts'

const visitEveryMs = 2_000
/** An admin waits no longer for a page. */
const pageLimitMs = 5_000
/** A download begins so soon, or is refused. */
const downloadLimitMs = 15_000
const doctorLimitMs = 90_000
const words = 'does not answer'

/** What an admin does with the backups. */
function adminOf(
  { server }: ToldSite,
  { headers }: Awaited<ReturnType<typeof startTold>>['owner'],
) {
  const ask = (path: string, method: string, limitMs = pageLimitMs) =>
    fetch(server.url + path, { method, headers, signal: AbortSignal.timeout(limitMs) })
  return {
    async look(): Promise<BackupStatus> {
      return ((await (await ask(apiPaths.backups, 'GET')).json()) as { data: BackupStatus }).data
    },
    /** Has a backup made, once none is. */
    async backUp() {
      const begins = async () => (await ask(apiPaths.backups, 'POST')).status === 202
      await waitUntil('a backup begins', begins, 60_000)
    },
    /** Returns the status of the answer and its words, or its size in bytes. */
    async download(file: string | null): Promise<[number, string | number]> {
      const asked = await ask(backupDownloadPath(file ?? ''), 'POST', downloadLimitMs)
      if (!asked.ok) return [asked.status, await asked.text()]
      const { ok, status, body } = await ask(backupPath(file ?? ''), 'GET', downloadLimitMs)
      const bytes = body ? await buffer(body) : Buffer.alloc(0)
      return [status, ok ? bytes.length : String(bytes)]
    },
  }
}

type Admin = ReturnType<typeof adminOf>

async function untilNewest(
  { look }: Admin,
  what: string,
  limitMs: number,
  isSo: (backup: Backup) => boolean,
): Promise<Backup> {
  let found: Backup | undefined
  const isThere = async () => {
    found = (await look()).backups.find(isSo)
    return found !== undefined
  }
  await waitUntil(what, isThere, limitMs)
  return found as unknown as Backup
}

/** Throws if the doctor does not say in time that the folder's disk does not answer. */
async function assertDoctorSays({ installation }: ToldSite): Promise<void> {
  const { dataDir, env } = installation
  const options = {
    env: { ...process.env, DATA_DIR: dataDir, ...env },
    ...{ cwd: thisCheckout, timeout: doctorLimitMs, killSignal: 'SIGKILL' as const },
  }
  const said = await promisify(execFile)(process.execPath, ['scripts/doctor.ts'], options).catch(
    ({ stdout }: { stdout: string }) => ({ stdout }),
  )
  if (!said.stdout.includes(words)) throw new Error(`the doctor said: ${said.stdout}`)
}

/** Everything that touches the folder of the backups waits, while admins look and a backup is made. */
export async function silentBackups(machine: Machine): Promise<string> {
  const mount = await makeSilentMount(machine)
  const env = { BACKUP_DIR: mount.path, BACKUP_SCHEDULE: '* * * * *' }
  const { site, owner } = await startTold(machine, { env })
  const admin = adminOf(site, owner)
  await admin.backUp()
  await untilNewest(admin, 'a backup', 120_000, ({ state }) => state === 'done')
  await admin.backUp()
  const isBeingMade = () => readdirSync(mount.behind).some((name) => name.includes('.untried'))
  await waitUntil('a file of a backup', isBeingMade, 30_000)

  const { file } = await untilNewest(admin, 'a backup', 5_000, ({ isHere }) => isHere)
  const visits = beginVisits(site.server, visitEveryMs)
  mount.fallSilent()
  const silentSince = new Date().toISOString()
  const download = admin.download(file)
  await Promise.all(Array.from({ length: 10 }, admin.look))
  const saysSo = (problem: string | null) => problem?.includes(words) === true
  const pageSaysSo = async () => saysSo((await admin.look()).folderProblem)
  await waitUntil('the page says so', pageSaysSo, 20_000)
  for (const [status, text] of [await download, await admin.download(file)])
    if (status !== 503 || !String(text).includes(words))
      throw new Error(`a download was answered ${status}: ${text}`)
  await assertDoctorSays(site)
  const hasFailed = ({ state, problem }: Backup) => state === 'failed' && saysSo(problem)
  const isOlder = ({ dueAt }: Backup) => dueAt < silentSince
  const ofAdmin = (each: Backup) => isOlder(each) && hasFailed(each)
  const ofSchedule = (each: Backup) => !isOlder(each) && hasFailed(each)
  await untilNewest(admin, 'the backup has failed', 90_000, ofAdmin)
  await untilNewest(admin, 'one of the schedule has failed', 150_000, ofSchedule)

  mount.answer()
  const answersSince = new Date().toISOString()
  const isWell = async () => (await admin.look()).folderProblem === null
  await waitUntil('all is well again', isWell, 30_000)
  const isNew = ({ state, dueAt }: Backup) => state === 'done' && dueAt > answersSince
  const again = await untilNewest(admin, 'a backup again', 150_000, isNew)
  const [, bytes] = await admin.download(again.file)
  if (bytes !== again.bytes) throw new Error(`a download has ${bytes} of ${again.bytes} bytes`)
  const seen = await visits.end()
  await untilSettled(site)
  const outcome = await assertTrue(site, seen)
  await stopCleanly(site.server, site.installation.dataDir)
  const left = readdirSync(join(mount.behind)).filter((name) => name.includes('.untried'))
  return `page, download, doctor and two backups say so, and all is well after it (${left.length} files left); ${outcome}`
}
