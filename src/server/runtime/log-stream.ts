import sonicBoom from 'sonic-boom'

/** How long a slow reader may delay a line that is written at once: N tries, 0.1 s apart. */
const mostTries = 10

/** The stream that pino writes lines to. */
export type LogStream = {
  write: (line: string) => void
  /** Begins to write the waiting lines, without waiting for the disk, which may be slow or hang. */
  passOn: () => void
}

/** Waiting lines are written at this length together, in characters, or at this age. */
const batchLength = 15 * 1024
const longestWaitMs = 100

/**
 * Opens a stream that writes many lines with one call of the system. Its reader may leave at any
 * time: then it drops lines, and never throws or waits for ever. (The version of this library that
 * pino brings tries again for ever.)
 */
export function openLogStream(fd: number): LogStream {
  // A variable, because the library's types do not know all of its options yet.
  const options = {
    fd,
    sync: false,
    // Lines that are not read must not fill the memory.
    maxLength: 4 * 1024 * 1024,
    maxWriteRetries: mostTries,
  }
  const stream = new sonicBoom.SonicBoom(options)
  stream.on('error', () => {})

  // The library can wait for more lines too, but counts the bytes of all that wait at each line.
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  function passOn() {
    clearTimeout(timer)
    timer = undefined
    if (waiting === '') return
    stream.write(waiting)
    waiting = ''
  }

  process.once('exit', () => {
    try {
      passOn()
      stream.flushSync()
    } catch {
      // The log has lost its reader.
    }
  })
  return {
    write(line) {
      waiting += line
      if (waiting.length >= batchLength) passOn()
      else timer ??= setTimeout(passOn, longestWaitMs).unref()
    },
    passOn,
  }
}
