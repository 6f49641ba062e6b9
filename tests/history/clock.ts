import { globSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** The most seconds that a clock jumps: repeats within ten minutes are the same lead. */
const mostSeconds = 500

/** A clock for products that can jump, where the machine has Debian's libfaketime. */
export function jumpingClock(file: string) {
  const library = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0]
  if (!library) return { env: {}, faults: {} }
  const set = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}`)
  set(0)
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      // Clocks jump; the time that has passed does not.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    faults: {
      'clock jumped': {
        victim: 'clock',
        async make({ place, lastsMs }: { place: number; lastsMs: number }) {
          set(place % 2 ? mostSeconds : -mostSeconds)
          await sleep(1_000 + lastsMs)
          set(0)
        },
      },
    },
  }
}
