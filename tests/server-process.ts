import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const entry = fileURLToPath(new URL('../src/server/main.ts', import.meta.url))
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

function launch(env: Record<string, string>): { child: ChildProcess; output: Output } {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [entry], {
    env: { PATH, PORT: '0', NODE_ENV: 'production', NODE_COMPILE_CACHE: compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
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
export async function startServer(env: Record<string, string>): Promise<ServerProcess> {
  const { child, output } = launch(env)
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => {
      child.kill('SIGKILL')
      reject(new Error(`the server ${why}: ${output.stderr}`))
    }
    const timer = setTimeout(fail, startTimeoutMs, 'did not start in time')
    const refuse = (code: number | null) => fail(`exited with ${code}`)
    child.once('exit', refuse)
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
): Promise<{ code: number | null; stderr: string; ms: number }> {
  const started = performance.now()
  const { child, output } = launch(env)
  const [code] = await once(child, 'close')
  return { code, stderr: output.stderr, ms: performance.now() - started }
}
