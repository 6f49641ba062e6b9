import { expect, test } from 'vitest'
import { hashLinkToken, makeLinkToken } from './link-tokens.ts'

test('the secret of a link has 128 random bits, and only its hash is stored', () => {
  const tokens = Array.from({ length: 400 }, makeLinkToken)
  expect(new Set(tokens).size).toBe(tokens.length)
  const bytes = tokens.map((token) => Buffer.from(token, 'base64url'))
  expect(new Set(bytes.map(({ length }) => length))).toEqual(new Set([16]))
  // Each bit is 0 in some tokens and 1 in others.
  const isConstant = (bit: number) =>
    new Set(bytes.map((each) => ((each[bit >> 3] ?? 0) >> (bit & 7)) & 1)).size === 1
  expect(Array.from({ length: 128 }, (_, bit) => bit).filter(isConstant)).toEqual([])
  const [token = ''] = tokens
  expect(hashLinkToken(token)).not.toContain(token)
  expect(Buffer.from(hashLinkToken(token), 'base64url')).toHaveLength(32)
})
