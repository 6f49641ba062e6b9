import { closeSync, fstatSync, openSync, readSync, truncateSync, watch } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'

/** A larger file is emptied. Its lines are already in the product's log. */
const maxLogBytes = 1_000_000

const levels = {
  PANIC: 'error',
  FATAL: 'warn',
  ERROR: 'warn',
  WARNING: 'warn',
  LOG: 'info',
} as const
type Severity = keyof typeof levels

/** Writes lines of PostgreSQL's log into the product's log. */
function report(text: string, logger: FastifyBaseLogger): void {
  for (const line of text.split('\n')) {
    const [, severity = 'LOG', message = line] =
      /^(PANIC|FATAL|ERROR|WARNING|LOG): +(.*)/.exec(line) ?? []
    if (message.trim() !== '') logger[levels[severity as Severity]]({ part: 'postgres' }, message)
  }
}

/**
 * Copies what PostgreSQL writes to its log file from now on into the product's log. PostgreSQL
 * writes to a file and not to a pipe, because it outlives the process that started it, and because
 * every process that uses it reads the log. Returns the function that stops this.
 */
export function followServerLog(file: string, logger: FastifyBaseLogger): () => void {
  closeSync(openSync(file, 'a', 0o600))
  let offset: number | undefined
  function readNew() {
    const descriptor = openSync(file, 'r')
    try {
      const { size } = fstatSync(descriptor)
      // If the file is shorter than before, another process has emptied it.
      const from = offset === undefined ? size : Math.min(offset, size)
      const bytes = Buffer.alloc(Math.min(size - from, maxLogBytes))
      offset = from
      let whole: number
      do {
        const length = readSync(descriptor, bytes, 0, bytes.length, offset)
        const end = bytes.subarray(0, length).lastIndexOf('\n') + 1
        // A line that does not fit is logged in parts, or nothing after it would be read.
        whole = end === 0 && length === maxLogBytes ? length : end
        report(bytes.toString('utf8', 0, whole), logger)
        offset += whole
      } while (whole > 0)
      if (offset > maxLogBytes) {
        truncateSync(file)
        offset = 0
      }
    } finally {
      closeSync(descriptor)
    }
  }
  function tryToRead() {
    try {
      readNew()
    } catch (err) {
      logger.warn({ err }, 'the log of PostgreSQL cannot be read')
    }
  }
  readNew()
  const watcher = watch(file, { persistent: false }, tryToRead)
  return () => {
    watcher.close()
    tryToRead()
  }
}
