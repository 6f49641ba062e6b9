import sonicBoom from 'sonic-boom'

/** How long a slow reader may delay a line that is written at once: so many tries, 0.1 s apart. */
const mostTries = 10

/** What pino writes lines to. */
export type LogStream = {
  write: (line: string) => void
  /** Writes what waits before it returns. */
  flushSync: () => void
}

/**
 * Opens a stream that writes many lines with one call of the system. It may lose its reader at any
 * time: then it drops lines, and never throws or waits for ever. (The version of this library that
 * pino brings tries again for ever.)
 */
export function openLogStream(fd: number): LogStream {
  // A variable, because the library's types do not know all of its options yet.
  const options = {
    fd,
    sync: false,
    minLength: 15 * 1024,
    periodicFlush: 100,
    // If nobody reads the lines, they must not fill the memory.
    maxLength: 4 * 1024 * 1024,
    maxWriteRetries: mostTries,
  }
  const stream = new sonicBoom.SonicBoom(options)
  stream.on('error', () => {})
  function flushSync() {
    try {
      stream.flushSync()
    } catch {
      // Nobody reads it.
    }
  }
  process.once('exit', flushSync)
  return { write: (line) => void stream.write(line), flushSync }
}
