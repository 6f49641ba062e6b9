import { execFile } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'
import { EmbeddedUnusable } from '../failures.ts'

/** A user and group by their numbers. */
export type Account = { uid: number; gid: number }

/**
 * How PostgreSQL is run so that it is not root, which it refuses to be: through the command in
 * front, or as another account, which then must own its files. Neither for an ordinary user.
 */
export type Way = { name: string; prefix: readonly string[]; account?: Account }

const plainly: Way = { name: 'plainly', prefix: [] }

/** A user namespace of one user: a stranger's number inside, and the same owner of files outside. */
const inNamespace = ({ uid, gid }: Account): Way => ({
  name: 'in a user namespace',
  prefix: ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'],
})

const asAccount = (name: string, account: Account): Way => ({
  name: `as ${name}`,
  prefix: [],
  account,
})

/** What spawns a program in this way. */
export function commandFor({ prefix, account }: Way, program: string, args: readonly string[]) {
  const [file = program, ...rest] = [...prefix, program, ...args]
  return { file, args: rest, options: { ...account, windowsHide: true } }
}

/** Runs a program to its end. Rejects with what it said. */
export async function run(way: Way, program: string, args: readonly string[]): Promise<void> {
  const { file, args: all, options } = commandFor(way, program, args)
  try {
    // Not the caller's folder, which another user may not be allowed to enter.
    await promisify(execFile)(file, all, { ...options, cwd: '/', env: { LC_ALL: 'C' } })
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string }
    throw new Error(firstComplaint(stderr) ?? message)
  }
}

const linesOf = (output: string) => output.split('\n').filter((line) => line.trim() !== '')
const isComplaint = (line: string) => /error|fatal|panic/i.test(line)

/** The line that says why, of what a program printed that failed: the others follow from it. */
export function firstComplaint(output: string): string | undefined {
  const lines = linesOf(output)
  // Without the time and the process number.
  return (lines.find(isComplaint) ?? lines.at(-1))?.replace(/^\d{4}-.* \[\d+\] /, '')
}

/** What a server that starts or stops says to each client. */
const isForClients = (line: string) => line.startsWith('FATAL:  the database system is ')

/** The line that says why, of what a server wrote to its log: the last of its own. */
export function lastComplaint(output: string): string | undefined {
  const lines = linesOf(output).filter((line) => !isForClients(line))
  return lines.findLast(isComplaint) ?? lines.at(-1)
}

function accountOf(name: string): Account | undefined {
  // PostgreSQL looks its user up, so that only accounts that this file names will do.
  const passwd = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : ''
  const [, , uid, gid] =
    passwd
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

function waysToTry(dataDir: string, cluster: string): Way[] {
  const nobody = accountOf('nobody')
  const namespaces = nobody ? [inNamespace(nobody)] : []
  if (process.getuid?.() !== 0) return hasName() ? [plainly] : namespaces
  const isMade = existsSync(cluster)
  const { uid, gid } = statSync(isMade ? cluster : dataDir)
  if (uid !== 0) return [asAccount(`user ${uid}`, { uid, gid })]
  if (isMade) return namespaces
  const others = ['postgres', 'nobody'].flatMap((name) => {
    const account = accountOf(name)
    return account ? [asAccount(name, account)] : []
  })
  return [...namespaces, ...others]
}

/**
 * Finds a way in which `postgres` runs here and may use the data folder. Throws EmbeddedUnusable
 * with the reasons when there is none.
 */
export async function findWay(postgres: string, dataDir: string, cluster: string): Promise<Way> {
  if (process.platform === 'win32') return plainly
  const failures: string[] = []
  for (const way of waysToTry(dataDir, cluster)) {
    try {
      await run(way, postgres, ['--version'])
      return way
    } catch (error) {
      failures.push(`${way.name}: ${(error as Error).message.trim()}`)
    }
  }
  await assertLoadable(postgres)
  const isRoot = process.getuid?.() === 0
  const why = `The embedded PostgreSQL cannot run here (${failures.join('; ') || 'no user to run as'}).`
  throw new EmbeddedUnusable(
    why,
    isRoot
      ? 'Start Breezeway as an ordinary user, or set DATABASE_URL to a PostgreSQL server of your own.'
      : undefined,
  )
}

/** Any user, root too, may ask a program that fits the system for its version. */
async function assertLoadable(postgres: string): Promise<void> {
  try {
    await run(plainly, postgres, ['--version'])
  } catch (error) {
    const { message } = error as Error
    // The file is there. What is not is the loader that it names.
    const why = message.endsWith('ENOENT') ? 'it was made for another C library' : message
    throw new EmbeddedUnusable(`The embedded PostgreSQL does not fit this system (${why}).`)
  }
}
