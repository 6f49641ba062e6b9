import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** False while a test hashes passwords as the product does. */
export const hashes = { areQuick: true }

/** What the product gives each hash of a password, in KiB. */
const fullMemory = 19_456

/**
 * Hashing a password takes much of a processor on purpose, and the tests do it many hundred times.
 * Node's function gets less memory here; what the product makes of its result is the same.
 */
const { argon2 } = crypto
if (argon2.name === 'argon2') {
  const quickly: typeof argon2 = (algorithm, settings, callback) => {
    const isQuick = hashes.areQuick && settings.memory === fullMemory
    argon2(algorithm, isQuick ? { ...settings, memory: 64 } : settings, callback)
  }
  crypto.argon2 = quickly
  syncBuiltinESMExports()
}
