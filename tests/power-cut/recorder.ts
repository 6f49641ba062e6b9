import { execFileSync } from 'node:child_process'
import { closeSync, ftruncateSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installDebianPackages } from '../system/debian.ts'

const source = fileURLToPath(new URL('recorder.c', import.meta.url))

/** The space for a recording. It is a sparse file: what is not used takes no space. */
const recordingBytes = 1_500_000_000

function hasCompiler(): boolean {
  try {
    execFileSync('gcc', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The recording library, compiled into a folder, and where it is to write. */
export function makeRecorder(folder: string, root: string) {
  if (!hasCompiler()) installDebianPackages('gcc', 'libc6-dev')
  const library = join(folder, 'recorder.so')
  execFileSync('gcc', ['-O2', '-shared', '-fPIC', '-Wall', '-o', library, source], {
    stdio: 'inherit',
  })
  const log = join(folder, 'recording')
  return {
    log,
    /** Makes the recording, empty: processes that start from now on can write into it. */
    begin() {
      const file = openSync(log, 'w', 0o600)
      ftruncateSync(file, recordingBytes)
      closeSync(file)
    },
    /** The environment of a process that is recorded. */
    env: {
      LD_PRELOAD: library,
      RECORDER_LOG: log,
      RECORDER_ROOT: root,
      // Node's writes go through the C library then.
      UV_USE_IO_URING: '0',
    },
  }
}
