import { expect, test } from 'vitest'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { decrypt, encrypt, readSecret } from './secrets.ts'
import { secrets } from './tables/schema.ts'

describeOnDatabase('secrets of an installation', (database) => {
  const db = () => database.handle().db
  test('what version 0.1 encrypted is read', async () => {
    const value = 'the-signing-key-of-an-earlier-site'
    await db().insert(secrets).values({ name: 'session-signing', value })
    const stored =
      '217e74812db26f1c66f8fe4afc0988b28968b0aad76a0ac70f5892c82972e5be04c3b10e2790b0995fe31138f6d948150fd75dfc26dca104a34da2425c7ca3fb1d6995'
    expect(await decrypt(db(), stored)).toBe('an-app-key-of-27-characters')
  })

  test('what is encrypted is read by the same key alone, and not where it was changed', async () => {
    const [one, other] = [await encrypt(db(), 'an app key'), await encrypt(db(), 'an app key')]
    expect(one).not.toBe(other)
    expect(await decrypt(db(), one)).toBe('an app key')
    const changed = one.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))
    await expect(decrypt(db(), changed)).rejects.toThrow()
    await db().update(secrets).set({ value: 'another key' })
    await expect(decrypt(db(), one)).rejects.toThrow()
  })

  test('a secret is made once, and reading it writes nothing', async () => {
    const made = await Promise.all([1, 2, 3].map(() => readSecret(db(), 'of a test')))
    expect(new Set(made).size).toBe(1)
    expect(made[0]).toMatch(/^[\w-]{43}$/)
    const read = db().transaction((tx) => readSecret(tx, 'of a test'), { accessMode: 'read only' })
    expect(await read).toBe(made[0])
  })
})
