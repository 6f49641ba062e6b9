import { runProgram } from '../../runtime/own-process.ts'

const longestMs = 6 * 3_600_000
const mostText = 200
const endedEarly = 'The backup command was stopped before finishing.'

/**
 * Has the shell run the owner's command for a new backup, whose path is in `$1`. Returns why it
 * failed, with the command's own last words; null if it did not.
 */
export async function runCommand(
  command: string,
  path: string,
  stop: AbortSignal,
): Promise<string | null> {
  const limit = AbortSignal.any([stop, AbortSignal.timeout(longestMs)])
  // With all that the shell has started: that would go on, and keep the pipe open.
  const words = ['-c', command, 'sh', path]
  const done = await runProgram('/bin/sh', words, { stop: limit }).catch(() => undefined)
  if (!done || limit.aborted) return endedEarly
  if (done.ended === 0) return null
  const last = done.words.trimEnd().split('\n').at(-1)?.slice(0, mostText)
  return `The backup command failed with ${done.ended}${last ? `: ${last}` : '.'}`
}
