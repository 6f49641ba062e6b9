import { fork } from 'node:child_process'
import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { entryBeside } from '../runtime/own-process.ts'
import { NoAnswer, within } from '../runtime/within.ts'

const entry = entryBeside(import.meta.url, 'send-file')

/** A disk that has not opened a file after this time does not answer. */
const openMs = 10_000

/**
 * Reads a file in a process of its own, because its disk may hold that process for ever. Resolves
 * with undefined if the file cannot be opened; throws `NoAnswer` if the disk does not answer. The caller
 * destroys the stream or reads it to its end; one that breaks off has an error.
 */
export async function readFile(path: string): Promise<Readable | undefined> {
  const child = fork(entry, [path], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: ['--max-semi-space-size=1'],
  })
  if (!child.stdout) return undefined
  // Node throws away what is left in the output of a process that has ended, unless it is being read.
  const content = new PassThrough()
  pipeline(child.stdout, content).catch(() => {})
  const closed = once(child, 'exit')
  const isOpen = Promise.race([once(child, 'message').then(() => true), closed.then(() => false)])
  try {
    if (!(await within(openMs, isOpen))) return undefined
  } catch (error) {
    child.kill('SIGKILL')
    child.unref()
    if (error instanceof NoAnswer) child.disconnect()
    throw error
  }
  content.once('close', () => child.kill('SIGKILL'))
  return content
}
