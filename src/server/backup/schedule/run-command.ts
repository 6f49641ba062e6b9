import { spawn } from 'node:child_process'
import { once } from 'node:events'

const longestMs = 6 * 3_600_000
const mostText = 200

/**
 * Has the shell run the owner's command for a new backup, whose path is in `$1`. Answers why it
 * failed, with the command's own last words; null if it did not.
 */
export async function runCommand(
  command: string,
  path: string,
  stop: AbortSignal,
): Promise<string | null> {
  const child = spawn('/bin/sh', ['-c', command, 'sh', path], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: longestMs,
    signal: stop,
  })
  let words = ''
  child.stderr.on('data', (text) => {
    words = (words + text).slice(-2 * mostText)
  })
  try {
    const [code, signal] = await once(child, 'close')
    if (code === 0) return null
    const last = words.trimEnd().split('\n').at(-1)?.slice(0, mostText)
    const said = last ? `: ${last}` : '.'
    return `BACKUP_COMMAND ended with ${code ?? signal}${said}`
  } catch {
    return 'BACKUP_COMMAND was ended before it was done.'
  }
}
