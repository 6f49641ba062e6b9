import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A hundred times what a large database takes. */
const longestMs = 6 * 3_600_000

/** How long a job may take to end when it is asked to. */
const endMs = 5_000

/**
 * Gives an order to a process of its own that runs `entry`, so that no visitor waits for it, and
 * resolves with its answer; with undefined if it ended without one. When `stop` aborts it is ended.
 */
export async function runInOwnProcess<Result>(
  entry: string,
  order: object,
  stop: AbortSignal,
): Promise<Result | undefined> {
  const child = fork(entry, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], timeout: longestMs })
  let result: Result | undefined
  child.on('message', (message) => {
    result = message as Result
  })
  const exited = once(child, 'exit')
  let timer: NodeJS.Timeout | undefined
  const end = () => {
    child.kill('SIGTERM')
    timer = setTimeout(() => child.kill('SIGKILL'), endMs)
  }
  stop.addEventListener('abort', end)
  if (stop.aborted) end()
  child.send(order)
  try {
    await exited
  } finally {
    stop.removeEventListener('abort', end)
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
