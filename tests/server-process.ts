import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const thisCheckout = fileURLToPath(new URL('..', import.meta.url))
const startTimeoutMs = 60_000

/** Tests start hundreds of servers; compiling their code once halves the time. */
const compileCache = join(tmpdir(), 'breezeway-compile-cache')

/** A server in a process of its own, as `npm start` runs it. */
export type ServerProcess = {
  url: string
  pid: number
  /** What the terminal shows. */
  stdout: () => string
  /** The structured log. */
  stderr: () => string
  /** Sends a signal and waits for the end. Answers the exit code, null after SIGKILL. */
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<number | null>
}

type Output = { stdout: string; stderr: string }

/** How a server is run, where that is not plainly in this checkout. */
export type Manner = {
  /** Another checkout, run with its own Node. */
  checkout?: string
  /** The command in front, which becomes the server. */
  prefix?: readonly string[]
  /** It is killed after so long. */
  killAfterMs?: number
}

function launch(
  env: Record<string, string>,
  { checkout, prefix = [], killAfterMs }: Manner,
): { child: ChildProcess; output: Output } {
  const { PATH = '' } = process.env
  const node = checkout ? join(checkout, 'node_modules', '.bin', 'node') : process.execPath
  const command = [...prefix, node, join(checkout ?? thisCheckout, 'src', 'server', 'main.ts')]
  const [file = node, ...args] = command
  const child = spawn(file, args, {
    env: { PATH, PORT: '0', NODE_ENV: 'production', NODE_COMPILE_CACHE: compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: killAfterMs,
    killSignal: 'SIGKILL',
  })
  const output = { stdout: '', stderr: '' }
  child.stdout?.on('data', (text) => {
    output.stdout += text
  })
  child.stderr?.on('data', (text) => {
    output.stderr += text
  })
  return { child, output }
}

/** Starts a server and waits until it listens. The build must be there. */
export async function startServer(
  env: Record<string, string>,
  manner: Manner = {},
): Promise<ServerProcess> {
  const { child, output } = launch(env, manner)
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => {
      child.kill('SIGKILL')
      reject(new Error(`the server ${why}: ${output.stderr}`))
    }
    const timer = setTimeout(fail, startTimeoutMs, 'did not start in time')
    const refuse = (code: number | null) => fail(`exited with ${code}`)
    child.once('exit', refuse)
    child.once('error', ({ message }) => fail(`cannot be run (${message})`))
    child.stdout?.on('data', () => {
      const address = /is at (http:\S+)/.exec(output.stdout)?.[1]
      if (!address) return
      clearTimeout(timer)
      child.off('exit', refuse)
      resolve(address)
    })
  })
  async function end(signal: 'SIGTERM' | 'SIGKILL') {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const exited = once(child, 'exit')
    child.kill(signal)
    const [code] = await exited
    return code
  }
  return {
    url,
    pid: child.pid ?? 0,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    end,
  }
}

/** Starts a server that is expected to refuse, and waits for its end. */
export async function runUntilExit(
  env: Record<string, string>,
  manner: Manner = {},
): Promise<{ code: number | null; stderr: string; ms: number }> {
  const started = performance.now()
  const { child, output } = launch(env, manner)
  const [code] = await once(child, 'close')
  return { code, stderr: output.stderr, ms: performance.now() - started }
}
