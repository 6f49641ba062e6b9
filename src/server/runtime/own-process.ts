import { type ForkOptions, fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'

/** A hundred times what a backup of a large database takes. */
const longestMs = 6 * 3_600_000

/** How long a job may take to end when it is asked to. */
const endMs = 5_000

/**
 * Gives an order to a process of its own that runs `entry`, so that no visitor waits for it, and
 * resolves with its answer; with undefined if it ended without one. When `stop` aborts it is ended.
 * `input` is what it reads from its standard input: what is large is not copied on this way.
 */
export async function runInOwnProcess<Result>(
  entry: string,
  order: object,
  { stop, input, ...options }: ForkOptions & { stop?: AbortSignal; input?: Buffer } = {},
): Promise<Result | undefined> {
  const child = fork(entry, {
    stdio: [input ? 'pipe' : 'ignore', 'ignore', 'inherit', 'ipc'],
    timeout: longestMs,
    ...options,
  })
  let result: Result | undefined
  child.on('message', (message) => {
    result = message as Result
  })
  // After its exit there may still be an answer to read.
  const ended = once(child, 'close')
  let timer: NodeJS.Timeout | undefined
  const end = () => {
    child.kill('SIGTERM')
    timer = setTimeout(() => child.kill('SIGKILL'), endMs)
  }
  stop?.addEventListener('abort', end)
  if (stop?.aborted) end()
  // One that has ended already takes nothing any more: its end says enough.
  child.send(order, () => {})
  child.stdin?.on('error', () => {}).end(input)
  try {
    await ended
  } finally {
    stop?.removeEventListener('abort', end)
    clearTimeout(timer)
  }
  return result
}

/**
 * Takes the one order that `runInOwnProcess` sends to this process, answers it, and ends. `stop` aborts
 * when the answer is not wanted any more.
 */
export function answerOrder<Order>(
  run: (order: Order, stop: AbortSignal) => Promise<object>,
): void {
  const stopping = new AbortController()
  process.on('SIGTERM', () => stopping.abort())
  // Ctrl+C in a terminal reaches this process too, which then has something to clean up.
  process.on('SIGINT', () => stopping.abort())
  // The server has died: nobody waits for the answer.
  process.on('disconnect', () => stopping.abort())
  process.once('message', async (order: Order) => {
    const result = await run(order, stopping.signal)
    if (process.connected) process.send?.(result, () => process.exit())
    else process.exit()
  })
}

/** Gives this process less claim on the processor than the server has. */
export function stepBehind(priority: number): void {
  try {
    setPriority(priority)
  } catch {
    // On a system that refuses that, its work is done like anything else.
  }
}
