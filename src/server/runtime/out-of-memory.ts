import { readFileSync, writeFileSync } from 'node:fs'

/** As a sentence: the system has ended a process because memory ran out. */
export const tooLittleMemory = 'It was ended because the machine has too little memory.'

/**
 * Has the system end this process, and those that it starts from now on, before any other when
 * memory runs out: the server goes on. Linux only.
 */
export function dieFirst(): void {
  if (process.platform !== 'linux') return
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Where /proc is missing or read-only, the system chooses by size alone.
  }
}

/**
 * How many processes the system has ended so far because memory ran out, on this machine or in any
 * container of it; 0 where the system does not say.
 */
export function countOutOfMemory(): number {
  try {
    return Number(/^oom_kill (\d+)$/m.exec(readFileSync('/proc/vmstat', 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
