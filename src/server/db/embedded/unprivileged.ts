import { existsSync, readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { runProgram } from '../../runtime/own-process.ts'
import { EmbeddedUnusable } from '../failures.ts'

/** A user and group by their numbers. */
export type Account = { uid: number; gid: number }

/**
 * How PostgreSQL is run so that it is not root, which it refuses: with a command (`prefix`) in
 * front, or as another account, which must then own its files. An ordinary user needs neither.
 */
export type Way = { name: string; prefix: readonly string[]; account?: Account }

const asCurrentUser: Way = { name: 'as the current user', prefix: [] }

/** A user namespace: inside it the user id is another one; outside, files keep the same owner. */
const inNamespace = ({ uid, gid }: Account): Way => ({
  name: 'in a user namespace',
  prefix: ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'],
})

/** The arguments of `spawn` that run a program in this way. */
export function commandFor({ prefix, account }: Way, program: string, args: readonly string[]) {
  const [file = program, ...rest] = [...prefix, program, ...args]
  return { file, args: rest, options: { ...account } }
}

/**
 * Runs a program and waits for its end, which `stop` asks for. Rejects with the line of its output that
 * says why it failed.
 */
export async function run(
  way: Way,
  program: string,
  args: readonly string[],
  stop?: AbortSignal,
): Promise<void> {
  const { file, args: allArgs, options } = commandFor(way, program, args)
  const { ended, words } = await runProgram(file, allArgs, {
    ...options,
    // Another user may not be allowed to enter the current folder.
    cwd: '/',
    env: { LC_ALL: 'C' },
    stop,
  })
  if (ended !== 0) throw new Error(firstErrorLine(words) ?? `${program} ended with ${ended}`)
}

/** True for a line of an error in the output of a program. */
export const isErrorLine = (line: string) => /error|fatal|panic/i.test(line)

/** From the output of a program that failed, the first error line: later errors follow from it. */
function firstErrorLine(output: string): string | undefined {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  // Removes the time and the process id.
  return (lines.find(isErrorLine) ?? lines.at(-1))?.replace(/^\d{4}-.* \[\d+\] /, '')
}

function accountOf(name: string): Account | undefined {
  // PostgreSQL looks up the name of its user, so only accounts in this file can be used.
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
  if (process.getuid?.() !== 0) return hasName() ? [asCurrentUser] : namespaces
  const isMade = existsSync(cluster)
  const { uid, gid } = statSync(isMade ? cluster : dataDir)
  if (uid !== 0) return [{ name: `as user ${uid}`, prefix: [], account: { uid, gid } }]
  if (isMade) return namespaces
  const others = ['postgres', 'nobody'].flatMap((name) => {
    const account = accountOf(name)
    return account ? [{ name: `as ${name}`, prefix: [], account }] : []
  })
  return [...namespaces, ...others]
}

/**
 * Finds a way to run `postgres` here so that it may use the data folder. Throws EmbeddedUnusable
 * with the reasons if there is none.
 */
export async function findWay(postgres: string, dataDir: string, cluster: string): Promise<Way> {
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
  const why = `The embedded PostgreSQL can’t run here (${failures.join('; ') || 'no user to run as'}).`
  throw new EmbeddedUnusable(
    why,
    isRoot
      ? 'Start Breezeway as an ordinary user, or set DATABASE_URL to a PostgreSQL server of your own.'
      : undefined,
  )
}

/**
 * Throws if `postgres` does not run on this system at all; printing its version works for any user.
 */
async function assertLoadable(postgres: string): Promise<void> {
  try {
    await run(asCurrentUser, postgres, ['--version'])
  } catch (error) {
    const { message } = error as Error
    // The file itself exists, so ENOENT means that the loader which it names is missing.
    const why = message.endsWith('ENOENT') ? 'it was made for another C library' : message
    throw new EmbeddedUnusable(`The embedded PostgreSQL doesn’t fit this system (${why}).`)
  }
}
