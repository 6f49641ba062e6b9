import { write, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long a line waits for others to be written with. */
const longestWaitMs = 100
/** If nobody reads the lines, they must not fill the memory: what comes then is lost. */
const longestLength = 4 * 1024 * 1024
/** How long a slow reader may delay a line that is written at once, and how often it is tried. */
const stalledMs = 1_000
const stepMs = 10

/** Takes lines for a file descriptor and writes many of them with one call of the system. */
export type LineWriter = {
  write: (line: string) => void
  /** Writes what waits before it returns. */
  flushSync: () => void
}

const isFull = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EAGAIN'

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/**
 * Opens a writer. It is for output that may lose its reader at any time: then it drops every line,
 * and never throws or waits. (The writer that pino brings, sonic-boom, tries again for ever.)
 */
export function openLineWriter(fd: number): LineWriter {
  let waiting = ''
  let isWriting = false
  let hasReader = true

  function drop() {
    hasReader = false
    waiting = ''
  }
  function writeOn(bytes: Buffer) {
    write(fd, bytes, async (error, written) => {
      if (error && !isFull(error)) return drop()
      if (error) await sleep(longestWaitMs, undefined, { ref: false })
      const rest = bytes.subarray(error ? 0 : written)
      if (rest.length > 0) return writeOn(rest)
      isWriting = false
    })
  }
  function flush() {
    if (isWriting || waiting === '') return
    isWriting = true
    writeOn(Buffer.from(waiting))
    waiting = ''
  }
  function flushSync() {
    let bytes = Buffer.from(waiting)
    waiting = ''
    for (let leftMs = stalledMs; bytes.length > 0 && leftMs > 0; ) {
      try {
        bytes = bytes.subarray(writeSync(fd, bytes))
      } catch (error) {
        if (!isFull(error)) return drop()
        pause(stepMs)
        leftMs -= stepMs
      }
    }
  }
  setInterval(flush, longestWaitMs).unref()
  process.once('exit', flushSync)
  return {
    write(line) {
      if (!hasReader || waiting.length + line.length > longestLength) return
      waiting += line
    },
    flushSync,
  }
}
