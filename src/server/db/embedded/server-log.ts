import { closeSync, fstatSync, openSync, readSync, truncateSync, watch } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'

/** The file is begun anew beyond this many bytes: what was in it is in the product's log. */
const longestLog = 1_000_000

const levels = {
  PANIC: 'error',
  FATAL: 'warn',
  ERROR: 'warn',
  WARNING: 'warn',
  LOG: 'info',
} as const
type Severity = keyof typeof levels

/** Puts lines of PostgreSQL's log into the product's. */
function report(text: string, logger: FastifyBaseLogger): void {
  for (const line of text.split('\n')) {
    const [, severity = 'LOG', message = line] =
      /^(PANIC|FATAL|ERROR|WARNING|LOG): +(.*)/.exec(line) ?? []
    if (message.trim() !== '') logger[levels[severity as Severity]]({ part: 'postgres' }, message)
  }
}

/**
 * Hands on what PostgreSQL writes to its log file from now on. A file and not a pipe: the server
 * outlives the process that started it, and every process on it can read along. Answers the way to
 * stop.
 */
export function followServerLog(file: string, logger: FastifyBaseLogger): () => void {
  closeSync(openSync(file, 'a', 0o600))
  let offset: number | undefined
  function readOn() {
    const descriptor = openSync(file, 'r')
    try {
      const { size } = fstatSync(descriptor)
      // Shorter than before: another process has begun it anew.
      const from = offset === undefined ? size : Math.min(offset, size)
      const bytes = Buffer.alloc(Math.min(size - from, longestLog))
      const length = readSync(descriptor, bytes, 0, bytes.length, from)
      const whole = bytes.subarray(0, length).lastIndexOf('\n') + 1
      report(bytes.toString('utf8', 0, whole), logger)
      offset = from + whole
      if (offset > longestLog) {
        truncateSync(file)
        offset = 0
      }
    } finally {
      closeSync(descriptor)
    }
  }
  readOn()
  const watcher = watch(file, { persistent: false }, () => {
    try {
      readOn()
    } catch (err) {
      logger.warn({ err }, 'the log of PostgreSQL cannot be read')
    }
  })
  return () => {
    watcher.close()
    readOn()
  }
}
