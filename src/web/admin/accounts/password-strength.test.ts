import { expect, test } from 'vitest'
import { strengthOf } from './password-strength.ts'

const context = {
  site: { name: 'Breezeway', domain: 'breezeway.example' },
  email: 'jo@example.com',
}

test.each([
  ['short', 'refused', 'Please use at least 12 characters.'],
  ['Breezeway2026', 'refused', expect.stringMatching(/^Please use more than your name/)],
  ['aaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'weak', 'Easy to guess. Add a word or two.'],
  ['abcabcabcabcabcabcabc', 'weak', 'Easy to guess. Add a word or two.'],
  ['12345678901234567890', 'weak', 'Easy to guess. Add a word or two.'],
  ['password password', 'weak', 'Easy to guess. Add a word or two.'],
  ['hellothere12', 'fair', 'Fair. One more word makes it hard to guess.'],
  ['correct horse battery', 'fair', 'Fair. One more word makes it hard to guess.'],
  ['correct horse battery staple', 'strong', 'Hard to guess, if you use it nowhere else.'],
  ['vT9$kq2!Lw7#xR', 'strong', 'Hard to guess, if you use it nowhere else.'],
])('%s is %s', (password, step, words) => {
  expect(strengthOf(password, context)).toEqual({ step, words })
})

test('a long text of repetitions is estimated at once', () => {
  const before = performance.now()
  strengthOf(`${'ab'.repeat(60)}c`, context)
  expect(performance.now() - before).toBeLessThan(500)
})
