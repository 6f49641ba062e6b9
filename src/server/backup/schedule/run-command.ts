import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { endGroup } from '../../runtime/own-process.ts'

const longestMs = 6 * 3_600_000
const mostText = 200
const endedEarly = 'The backup command was stopped before finishing.'

/** How long it may take to end when it is asked to. */
const endMs = 5_000

/**
 * Has the shell run the owner's command for a new backup, whose path is in `$1`. Returns why it
 * failed, with the command's own last words; null if it did not.
 */
export async function runCommand(
  command: string,
  path: string,
  stop: AbortSignal,
): Promise<string | null> {
  const child = spawn('/bin/sh', ['-c', command, 'sh', path], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const limit = AbortSignal.any([stop, AbortSignal.timeout(longestMs)])
  // The shell and all that it has started: otherwise they would go on, and keep the pipe open.
  let timer: NodeJS.Timeout | undefined
  const end = () => {
    endGroup(child.pid, 'SIGTERM')
    timer = setTimeout(() => endGroup(child.pid, 'SIGKILL'), endMs)
  }
  limit.addEventListener('abort', end)
  if (limit.aborted) end()
  let words = ''
  child.stderr.on('data', (text) => {
    words = (words + text).slice(-2 * mostText)
  })
  try {
    const [code, signal] = await once(child, 'close')
    if (limit.aborted) return endedEarly
    if (code === 0) return null
    const last = words.trimEnd().split('\n').at(-1)?.slice(0, mostText)
    const said = last ? `: ${last}` : '.'
    return `The backup command failed with ${code ?? signal}${said}`
  } catch {
    return endedEarly
  } finally {
    limit.removeEventListener('abort', end)
    clearTimeout(timer)
  }
}
