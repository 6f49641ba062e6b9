import { type ForkOptions, fork, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Has the system end this process, and those that it starts from now on, before any other when
 * memory runs out: the server goes on. Linux only.
 */
function dieFirst(): void {
  if (process.platform !== 'linux') return
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Where /proc is missing or read-only, the system chooses by size alone.
  }
}

/** Ends a process that leads a group, with all that it has started. */
function endGroup(leader: number | undefined, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    if (leader !== undefined) process.kill(-leader, signal)
  } catch {
    // It has just ended by itself.
  }
}

/** How long a process may take to end when it is asked to. */
const endMs = 5_000

/** How long the system may take to end it after that, unless a disk holds it. */
const killedMs = 2_000

/** What is kept of what a program says. */
const mostText = 64_000

/**
 * Runs a program. Resolves with its exit code, or the signal that ended it, and its last words; rejects
 * where it cannot be started. When `stop` aborts it is ended with all that it has started.
 */
export async function runProgram(
  file: string,
  args: readonly string[],
  { stop, ...options }: SpawnOptions & { stop?: AbortSignal | undefined },
) {
  const child = spawn(file, args, {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: stop !== undefined,
  })
  let words = ''
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    words = (words + text).slice(-mostText)
  })
  let timer: NodeJS.Timeout | undefined
  const end = () => {
    endGroup(child.pid, 'SIGTERM')
    timer = setTimeout(endGroup, endMs, child.pid, 'SIGKILL')
  }
  stop?.addEventListener('abort', end)
  if (stop?.aborted) end()
  try {
    const [code, signal] = await once(child, 'close')
    return { ended: code ?? signal, words }
  } finally {
    stop?.removeEventListener('abort', end)
    clearTimeout(timer)
  }
}

/** The file that a process runs, beside the module that starts it: in the sources, and in the build. */
export const entryBeside = (moduleUrl: string, name: string) =>
  fileURLToPath(new URL(name + extname(moduleUrl), moduleUrl))

/**
 * Gives an order to a process of its own that runs `entry`, so that no visitor waits for it, and
 * resolves with its result; with undefined if it ended without one. When `stop` aborts it is ended.
 * `input` is what it reads from its standard input: large data is not copied on this way.
 *
 * A process that a disk holds for ever, and the system cannot end, is not waited for.
 */
export async function runInOwnProcess<Result>(
  entry: string,
  order: object,
  { stop, input, ...options }: ForkOptions & { stop?: AbortSignal; input?: Buffer } = {},
): Promise<Result | undefined> {
  const child = fork(entry, {
    stdio: [input ? 'pipe' : 'ignore', 'ignore', 'inherit', 'ipc'],
    ...options,
  })
  const givenUp = Promise.withResolvers<void>()
  let timer: NodeJS.Timeout | undefined
  const endLater = () => {
    timer ??= setTimeout(() => {
      child.kill('SIGKILL')
      timer = setTimeout(givenUp.resolve, killedMs)
    }, endMs)
  }
  const end = () => {
    child.kill('SIGTERM')
    endLater()
  }
  let result: Result | undefined
  child.on('message', (message) => {
    result = message as Result
    endLater()
  })
  // After its exit there may still be a result to read.
  const ended = once(child, 'close')
  ended.catch(() => {})
  stop?.addEventListener('abort', end)
  if (stop?.aborted) end()
  // A process that has ended takes no order; its end is noticed below.
  child.send(order, () => {})
  child.stdin?.on('error', () => {}).end(input)
  try {
    await Promise.race([ended, givenUp.promise])
  } finally {
    stop?.removeEventListener('abort', end)
    clearTimeout(timer)
  }
  const { exitCode, signalCode } = child
  if (exitCode === null && signalCode === null) {
    if (child.connected) child.disconnect()
    child.unref()
  }
  return result
}

/**
 * Takes the one order that `runInOwnProcess` sends to this process, returns its result, and ends. `stop` aborts
 * when the result is not wanted any more. When memory runs out, this process is ended before the server.
 */
export function answerOrder<Order>(
  run: (order: Order, stop: AbortSignal) => Promise<object>,
): void {
  dieFirst()
  const stopping = new AbortController()
  process.on('SIGTERM', () => stopping.abort())
  // Ctrl+C in a terminal reaches this process too, which must first clean up.
  process.on('SIGINT', () => stopping.abort())
  // The server has died, and does not wait for the result.
  process.on('disconnect', () => stopping.abort())
  process.once('message', async (order: Order) => {
    const result = await run(order, stopping.signal)
    if (process.connected) process.send?.(result, () => process.exit())
    else process.exit()
  })
}
