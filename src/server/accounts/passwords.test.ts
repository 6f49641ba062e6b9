import { createHook } from 'node:async_hooks'
import { scryptSync } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { visit } from '#tests/support/accounts/visit.ts'
import { testPassword } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { hashFully } from '#tests/support/quick-hashes.ts'
import { users } from '../db/tables/schema.ts'
import { createAuth } from './auth.ts'
import { findPasswordProblem, hashPassword, verifyPassword } from './passwords.ts'
import { createUser } from './users.ts'

const tooCommon =
  'This is one of the most common passwords, which attackers try first. Please use another.'

test.each(['123qweasdzxc', 'QWERTYqwerty', '123456654321', '1qazxsw23edc', 'unbelievable'])(
  '%s is too common',
  (password) => expect(findPasswordProblem(password)).toBe(tooCommon),
)

test.each(['correct horse battery', 'palm tree and a red door', '🌴🌴🌴🌴🌴🌴 and six palms'])(
  '%s may be set',
  (password) => expect(findPasswordProblem(password)).toBeUndefined(),
)

/** As earlier versions stored it: scrypt with N=16384, r=16, p=1. */
const oldSalt = '00112233445566778899aabbccddeeff'
const oldKey = scryptSync(testPassword, oldSalt, 64, { N: 16_384, r: 16, p: 1, maxmem: 2 ** 26 })
const oldHash = `${oldSalt}:${oldKey.toString('hex')}`

hashFully()

test('a hash tells with what it was made: argon2id at the least that OWASP recommends', async () => {
  const [one, other] = await Promise.all([hashPassword(testPassword), hashPassword(testPassword)])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(one).not.toBe(other)
  expect(await verifyPassword(one, testPassword)).toBe(true)
  expect(await verifyPassword(one, `${testPassword}.`)).toBe(false)
  expect(await verifyPassword(one.replace('t=2', 't=3'), testPassword)).toBe(false)
})

test('the same letters are the same password however they were typed', async () => {
  const password = ` ${'Caf\u00e9 au lait '.repeat(9)}`
  const hash = await hashPassword(password)
  expect(await verifyPassword(hash, password.normalize('NFD'))).toBe(true)
  // The case and the spaces count, and so does each character to the end.
  for (const other of [password.toLowerCase(), password.trim(), password.slice(0, -1)]) {
    expect(await verifyPassword(hash, other)).toBe(false)
  }
})

test('many at once all get their turn', async () => {
  const begun: string[] = []
  const hook = createHook({ init: (_id, type) => void begun.push(type) }).enable()
  const asked = Array.from({ length: 9 }, () => hashPassword('a'))
  hook.disable()
  // The others wait for these two: each takes much memory.
  expect(begun.filter((type) => type === 'ARGON2REQUEST')).toHaveLength(2)
  const hashes = await Promise.all(asked)
  expect(new Set(hashes).size).toBe(9)
  const answers = await Promise.all(
    hashes.map((hash, at) => verifyPassword(hash, at % 2 ? 'a' : 'b')),
  )
  expect(answers).toEqual([false, true, false, true, false, true, false, true, false])
})

describeOnDatabase('the password of an account', (database) => {
  function signIn(email: string, password: string) {
    const { request, reply } = visit()
    const auth = createAuth(database.handle().db, 'http://127.0.0.1:3000')
    return auth.signIn(request, reply, { email, password })
  }

  test('may be the longest, of whatever characters', async () => {
    const { db } = database.handle()
    const email = 'palms@example.com'
    const password = '🌴'.repeat(128)
    await createUser(db, { email, role: 'editor', password })
    expect(await signIn(email, password)).toBeDefined()
    expect(await signIn(email, `${password}!`)).toBeUndefined()
  })

  test('is hashed anew at a sign-in where its hash is old; a wrong password leaves it', async () => {
    const { db } = database.handle()
    const email = 'owner@example.com'
    const user = await createUser(db, { email, role: 'admin', password: testPassword })
    const ofUser = eq(users.id, user?.id ?? '')
    await db.update(users).set({ passwordHash: oldHash }).where(ofUser)
    const stored = async () => (await db.select().from(users).where(ofUser))[0]?.passwordHash

    expect(await signIn(email, 'a wrong password')).toBeUndefined()
    expect(await stored()).toBe(oldHash)
    expect(await signIn(email, testPassword)).toBeDefined()
    const renewed = await stored()
    expect(renewed).toMatch(/^\$argon2id\$/)
    expect(await signIn(email, testPassword)).toBeDefined()
    expect(await stored()).toBe(renewed)
  })
})
