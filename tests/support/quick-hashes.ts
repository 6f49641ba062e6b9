import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll } from 'vitest'

/** The memory that the product gives each hash of a password, in KiB. */
const fullMemory = 19_456

type Argon2 = typeof crypto.argon2
type QuickArgon2 = Argon2 & { isQuick: boolean }

/**
 * Hashing a password takes much of a processor on purpose, and the tests do it many hundred times.
 * Node's function gets less memory here; the product's use of its result is the same.
 */
function makeQuick(argon2: Argon2): void {
  const call: Argon2 = (algorithm, settings, callback) => {
    const isQuick = quick.isQuick && settings.memory === fullMemory
    argon2(algorithm, isQuick ? { ...settings, memory: 64 } : settings, callback)
  }
  const quick: QuickArgon2 = Object.assign(call, { isQuick: true })
  crypto.argon2 = quick
  syncBuiltinESMExports()
}

// Each file of tests runs this; files share Node's modules.
if (!('isQuick' in crypto.argon2)) makeQuick(crypto.argon2)

/** Has the tests of a file hash passwords as the product does. */
export function hashFully(): void {
  const setQuick = (isQuick: boolean) => () => {
    Object.assign(crypto.argon2, { isQuick })
  }
  beforeAll(setQuick(false))
  afterAll(setQuick(true))
}
