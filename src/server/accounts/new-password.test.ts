import { expect, test } from 'vitest'
import { checkNewPassword, findPasswordProblem } from './new-password.ts'

const context = {
  site: { name: 'Breezeway HVAC Network', domain: 'breezeway.example' },
  email: 'jo@example.com',
}
const tooCommon =
  'This is one of the passwords that are used most, and tried first. Please use another.'

test.each(['123qweasdzxc', 'QWERTYqwerty', '123456654321', '1qazxsw23edc', 'unbelievable'])(
  '%s is too common',
  (password) => expect(findPasswordProblem(password, context)).toBe(tooCommon),
)

test.each(['correct horse battery', 'palm tree and a red door', '🌴🌴🌴🌴🌴🌴 and six palms'])(
  '%s may be set',
  (password) => expect(findPasswordProblem(password, context)).toBeUndefined(),
)

test('the first rule that a password breaks is the one that is told', () => {
  expect(findPasswordProblem('breezeway', context)).toBe('Please use at least 12 characters.')
  expect(findPasswordProblem('breezeway2026', context)).toMatch(/^Please use more than your name/)
})

test('a password that must not be set is refused at its field', () => {
  expect(() => checkNewPassword('123qweasdzxc', context)).toThrow(
    expect.objectContaining({
      code: 'invalid_request',
      details: { fields: { password: tooCommon } },
    }),
  )
  expect(() => checkNewPassword('correct horse battery', context)).not.toThrow()
})
