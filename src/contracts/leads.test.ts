import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contactBody } from '../../tests/factories.ts'
import { leadFields, submissionBodyLimit } from './lead-fields.ts'
import { submissionSchema } from './leads.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 300 })

test('whatever is sent, the schema either takes it or names a field', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom(...Object.keys(contactBody())), fc.anything()),
      (sent) => {
        const result = submissionSchema.safeParse(sent)
        if (result.success) return
        for (const issue of result.error.issues) expect(issue.path).toHaveLength(1)
      },
    ),
  )
})

test('text that is taken is what was typed, but for line ends and the space around it', () => {
  fc.assert(
    fc.property(anyText, (message) => {
      const result = submissionSchema.safeParse(contactBody({ message }))
      if (!result.success) return
      expect(result.data.message ?? '').toBe(message.replace(/\r\n?/g, '\n').trim())
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
