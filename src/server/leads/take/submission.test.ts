import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultAddress, leadFields, submissionBodyLimit } from '#/contracts/leads/lead-fields.ts'
import { contactBody } from '#tests/support/factories.ts'
import { submissionSchema } from './submission.ts'

/**
 * Any Unicode, with more than chance would give of characters that end a line or cannot be stored.
 */
const anyText = fc.string({
  unit: fc.oneof(
    { weight: 9, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...'\0\t\n\v\f\r\u0085\u2028 \u202e', '\r\n', '\ud83d'),
    },
  ),
  maxLength: 40,
})

test('text that is taken is what was typed, but for line ends and the space around it', () => {
  fc.assert(
    fc.property(anyText, (message) => {
      const result = submissionSchema.safeParse(contactBody({ message }))
      if (!result.success) return
      expect(result.data.message ?? '').toBe(message.replace(/\r\n?|[\v\f\u0085]/g, '\n').trim())
    }),
  )
})

test('a name that is taken is one line without control characters', () => {
  fc.assert(
    fc.property(anyText, (name) => {
      const result = submissionSchema.safeParse(contactBody({ name }))
      if (!result.success) return
      expect(result.data.name).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
      expect(result.data.name.isWellFormed()).toBe(true)
    }),
  )
})

test('the form’s fields at their longest fit the body limit, as JSON and as a form', () => {
  const widest = '\u0001'
  const longest = Object.fromEntries(
    Object.entries(leadFields).map(([name, { limit }]) => [name, widest.repeat(limit)]),
  )
  expect(JSON.stringify(longest).length).toBeLessThan(submissionBodyLimit)
  const form = new URLSearchParams({ message: '€'.repeat(leadFields.message.limit) }).toString()
  expect(form.length).toBeLessThan(submissionBodyLimit)
})

test.each(['', null, undefined])('an optional field of %j is absent', (value) => {
  const { address, message } = submissionSchema.parse(
    contactBody({ address: value, message: value }),
  )
  expect([address, message]).toEqual([null, null])
})

test('what the contact page sends in place of an address is none', () => {
  expect(submissionSchema.parse(contactBody({ address: defaultAddress })).address).toBeNull()
})

function problemsOf(overrides: Record<string, unknown>): Record<string, string> {
  const { error } = submissionSchema.safeParse(contactBody(overrides))
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path[0], message]))
}

test.each(['name', 'email', 'phone', 'service'])('%s is required', (field) => {
  expect(problemsOf({ [field]: undefined })).toEqual({ [field]: 'required' })
  expect(problemsOf({ [field]: field === 'service' ? '' : ' ' })).toMatchObject({
    [field]: 'required',
  })
  expect(problemsOf({ [field]: 7 })).toEqual({ [field]: 'invalid' })
})

test.each(['name', 'phone', 'address', 'message'] as const)('%s has a limit', (field) => {
  const longest = '3865550123'.padEnd(leadFields[field].limit, 'a')
  expect(problemsOf({ [field]: longest })).toEqual({})
  expect(problemsOf({ [field]: `${longest}a` })).toEqual({ [field]: 'tooLong' })
})

test.each(['name', 'phone', 'address'])('%s is one line', (field) => {
  for (const text of ['a\nb', 'a\tb', 'a\rb', 'a\u2028b', 'a\u2029b']) {
    expect(problemsOf({ [field]: text })).toEqual({ [field]: 'badCharacters' })
  }
})

test('a message has lines and tabs, but no control characters', () => {
  expect(problemsOf({ message: 'one\n\ttwo' })).toEqual({})
  for (const message of ['a\u0000b', 'a\u001bb', 'a\u0084b', '\ud800']) {
    expect(problemsOf({ message })).toEqual({ message: 'badCharacters' })
  }
})

test.each(['maria', 'maria@example', 'maria@', '@example.com', 'a b@example.com', 'a@.x'])(
  'the email %j is none',
  (email) => {
    expect(problemsOf({ email })).toEqual({ email: 'invalid' })
  },
)

test('what is not a field of the form never costs a request', () => {
  const odd = { form: 'other', page: 7, consentVersion: [], visit: {}, shownForMs: -1, subject: 1 }
  const request = submissionSchema.parse(contactBody({ ...odd, isContacted: true }))
  expect(request).not.toHaveProperty('isContacted')
  expect(request).toMatchObject({ form: 'estimate' })
  expect(request.shownForMs).toBeUndefined()
  const long = submissionSchema.parse(contactBody({ page: `/\ud800\u001b${'x'.repeat(300)}` }))
  expect(long.page).toBe(`/\ufffd ${'x'.repeat(197)}`)
  expect(problemsOf({ submissionId: 'x' })).toEqual({ submissionId: 'invalid' })
})

test('line ends that other programs paste are cleaned, not refused', () => {
  const pasted = contactBody({
    name: 'Maria\u000bAlvarez\f',
    message: 'It hums\u000band\u0085drips',
  })
  expect(submissionSchema.parse(pasted)).toMatchObject({
    name: 'Maria Alvarez',
    message: 'It hums\nand\ndrips',
  })
})
