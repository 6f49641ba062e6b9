/**
 * `npm run restore -- FILE`: fills an empty database with a backup: that at `DATABASE_URL`, or the
 * embedded one in `DATA_DIR`. `--key KEYFILE` names the file with the secret key of an encrypted
 * backup, `--sessions` keeps people signed in who were, and `--trust` restores a backup also if the key
 * in `DATA_DIR` has not signed it.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BackupError, describeDiskError } from '#/server/backup/backup-error.ts'
import { rowsOf } from '#/server/backup/file/manifest.ts'
import { confirmRestore } from '#/server/backup/restore/confirm-restore.ts'
import { restoreBackup } from '#/server/backup/restore/restore-backup.ts'
import { readConfig } from '#/server/config.ts'
import { openDatabase } from '#/server/db/client.ts'
import type { DatabaseLocation } from '#/server/db/database.ts'
import { isMirrorEncrypted, replayMirror } from '#/server/leads/mirror/replay-mirror.ts'
import { createLogger } from '#/server/runtime/logging.ts'

const usage = 'Usage: npm run restore -- FILE [--key KEYFILE] [--sessions] [--trust]'

/** The secret keys in a file as `age-keygen` writes it. */
function readKeys(file: string): string[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new BackupError(describeDiskError(error, file) ?? `${file} cannot be read.`)
  }
  const keys = text.match(/^AGE-SECRET-KEY-\S+/gm)
  if (!keys) throw new BackupError(`There is no line with AGE-SECRET-KEY-… in ${file}.`)
  return keys
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        key: { type: 'string' },
        sessions: { type: 'boolean', default: false },
        trust: { type: 'boolean', default: false },
      },
    })
  } catch {
    throw new BackupError(usage)
  }
}

/** Refuses before anything is restored. */
async function checkMirror(folder: string, hasKey: boolean): Promise<void> {
  const isEncrypted = await isMirrorEncrypted(folder).catch((error) => {
    const reason = describeDiskError(error, folder) ?? (error as Error).message
    throw new BackupError(`${reason} To restore without the mirror, unset LEAD_MIRROR.`)
  })
  if (isEncrypted && !hasKey) {
    throw new BackupError(`${folder} is encrypted. Name the file with its secret key: --key FILE`)
  }
}

/** Adds what the mirror has; answers what to tell of it. */
async function replay(
  folder: string,
  location: DatabaseLocation,
  { secretKeys, madeAt }: { secretKeys: readonly string[]; madeAt: string },
): Promise<string[]> {
  const handle = await openDatabase(location, createLogger('error'))
  try {
    const order = { secretKeys, madeAt: new Date(madeAt) }
    const { added, erased, damaged, encrypted } = await replayMirror(handle, folder, order)
    return [
      `Added ${added} leads from ${folder} that came after it, and erased ${erased} again.`,
      ...(damaged > 0 ? [`${damaged} damaged lines there could not be read.`] : []),
      ...(encrypted > 0 ? [`${encrypted} lines there were encrypted to another key.`] : []),
    ]
  } catch (error) {
    const reason = describeDiskError(error, folder) ?? (error as Error).message
    throw new BackupError(
      `The backup of ${madeAt} was restored, but the leads of the mirror were not added: ${reason}`,
    )
  } finally {
    await handle.close()
  }
}

async function run(args: string[]): Promise<string> {
  const { positionals, values } = parse(args)
  const [file] = positionals
  if (!file || positionals.length > 1) throw new BackupError(usage)
  const { dataDir, databaseUrl, leadMirror } = readConfig()
  const location = { dataDir, databaseUrl }
  const secretKeys = values.key ? readKeys(values.key) : []
  if (leadMirror) await checkMirror(leadMirror, secretKeys.length > 0)
  const manifest = await restoreBackup({
    path: resolve(file),
    ...{ location, secretKeys, signer: dataDir, withSessions: values.sessions },
    confirm: (doubt) =>
      confirmRestore(doubt, values.trust, { input: process.stdin, output: process.stderr }),
    logger: createLogger('error'),
  })
  const leads = rowsOf(manifest, 'leads').toLocaleString('en')
  const target = databaseUrl ? 'the database at DATABASE_URL' : dataDir
  return [
    `Restored the backup of ${manifest.madeAt} into ${target}: ${leads} leads and all that belongs to them.`,
    ...(leadMirror
      ? await replay(leadMirror, location, { secretKeys, madeAt: manifest.madeAt })
      : []),
    'Start the site with npm start.',
  ].join('\n')
}

try {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
