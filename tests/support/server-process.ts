import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { currentBuild, programBuilds } from '#/server/render/builds.ts'
import { compileCache } from './machine/memory-folder.ts'
import { waitUntil } from './machine/wait.ts'

const thisCheckout = fileURLToPath(new URL('../..', import.meta.url))

const startTimeoutMs = 170_000

type Signal = 'SIGTERM' | 'SIGINT' | 'SIGKILL'

type Output = { stdout: string; stderr: string }

/** Options for the command that runs a server. By default it is this checkout's, as it is built. */
export type RunOptions = {
  /** Another checkout, which is run with its own Node. */
  checkout?: string
  /** Waits for the database too, for which a start on a busy machine does not. */
  withDatabase?: boolean
  /** As `npm start` runs it, with its flags; its log is discarded. */
  asInstalled?: boolean
  /** Another program of this checkout, which prints its address as the server does. */
  script?: string
  /** The arguments of that program. */
  args?: readonly string[]
  /** What is typed into it. */
  typed?: string
}

/** The arguments with which `npm start` runs Node: flags, and the script last. */
function installedArguments(folder: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return scripts.start.replace(/^exec node /, '').split(' ')
}

function programOf({ checkout, script }: RunOptions): string {
  if (script) return join(checkout ?? thisCheckout, script)
  // Another checkout may have other sources than its build was made of.
  if (checkout) return join(checkout, 'src', 'server', 'main.ts')
  return join(currentBuild(programBuilds), 'main.js')
}

function launch(
  env: Record<string, string>,
  options: RunOptions,
): { child: ChildProcess; output: Output } {
  const { PATH = '' } = process.env
  const { checkout, asInstalled, args = [], typed } = options
  const folder = checkout ?? thisCheckout
  const node = checkout ? join(checkout, 'node_modules', '.bin', 'node') : process.execPath
  const program = asInstalled ? installedArguments(folder) : [programOf(options)]
  const child = spawn(node, [...program, ...args], {
    env: {
      PATH,
      PORT: '0',
      NODE_ENV: 'production',
      DRAIN_SECONDS: '0',
      // No test is to reach them by accident.
      CONTACT_LIMIT_PER_MINUTE: '100000000',
      CONTACT_LIMIT_PER_HOUR: '100000000',
      NODE_COMPILE_CACHE: compileCache(),
      ...env,
    },
    stdio: [typed === undefined ? 'ignore' : 'pipe', 'pipe', asInstalled ? 'ignore' : 'pipe'],
    ...(asInstalled && { cwd: folder }),
  })
  child.stdin?.end(typed)
  const output = { stdout: '', stderr: '' }
  child.stdout?.on('data', (text) => {
    output.stdout += text
  })
  child.stderr?.on('data', (text) => {
    output.stderr += text
  })
  return { child, output }
}

/** Starts a server in its own process, as `npm start` runs it, and waits until it listens. The pages must have been built before. */
export async function startServer(env: Record<string, string>, options: RunOptions = {}) {
  const { child, output } = launch(env, options)
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (reason: string) => {
      child.kill('SIGKILL')
      reject(new Error(`the server ${reason}: ${output.stderr}`))
    }
    const timer = setTimeout(fail, startTimeoutMs, 'did not start in time')
    const failOnExit = (code: number | null) => fail(`exited with ${code}`)
    child.once('exit', failOnExit)
    child.once('error', ({ message }) => fail(`cannot be run (${message})`))
    child.stdout?.on('data', () => {
      const address = /is at (http:\S+)/.exec(output.stdout)?.[1]
      const isAway =
        /Requests wait/.test(output.stdout) && !/database is (back|migrated)/.test(output.stdout)
      if (!address || (options.withDatabase && isAway)) return
      clearTimeout(timer)
      child.off('exit', failOnExit)
      resolve(address)
    })
  })
  /** Sends a signal and waits until the process has ended. Returns the exit code, null after SIGKILL. */
  async function end(signal: Signal): Promise<number | null> {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const exited = once(child, 'exit')
    child.kill(signal)
    const [code] = await exited
    return code
  }
  return {
    url,
    pid: child.pid ?? 0,
    /** What the process has written to standard output, which the terminal shows. */
    stdout: () => output.stdout,
    /** What the process has written to standard error, which is the log. */
    stderr: () => output.stderr,
    /** Closes the other ends of both outputs, as a parent that dies does. */
    stopReading() {
      child.stdout?.destroy()
      child.stderr?.destroy()
    },
    end,
  }
}

export type ServerProcess = Awaited<ReturnType<typeof startServer>>

/** Starts a server and waits until it listens, has its database, and knows its first admin. */
export function startWithDatabase(env: Record<string, string>): Promise<ServerProcess> {
  return startServer(env, { withDatabase: true })
}

/** What `/readyz` says. */
export type Readiness = Record<'status' | 'database' | 'journal', string> & {
  leads: { waiting: number; damaged: number }
}

/** Asks a server at an address for `/readyz`. Rejects if it says nothing. */
export const readReadiness = async (url: string) =>
  (await (await fetch(`${url}/readyz`)).json()) as Readiness

/** Waits until `/readyz` says that all is well. */
export const untilReady = (url: string, limitMs?: number) =>
  waitUntil(`${url} is ready`, async () => (await readReadiness(url)).status === 'ready', limitMs)

/** Starts a server that is expected to fail at its start, or a program that ends, and waits until it has ended. */
export async function runUntilExit(
  env: Record<string, string>,
  options: RunOptions = {},
): Promise<Output & { code: number | null }> {
  const { child, output } = launch(env, options)
  const [code] = await once(child, 'close')
  return { code, ...output }
}

/** Brings the database to the version of a checkout while others serve, as `deploy/install` does. */
export async function migrateWith(env: Record<string, string>, checkout: string): Promise<void> {
  const { code, stderr } = await runUntilExit(env, { checkout, script: 'scripts/migrate.ts' })
  if (code !== 0) throw new Error(`the database could not be upgraded: ${stderr}`)
}
