import { validatorCompiler } from 'fastify-type-provider-zod'
import { expect, test } from 'vitest'
import { estimateErrors } from '#/content/estimate-errors.ts'
import { AppError } from '#/server/http/errors.ts'
import { contactBody } from '#tests/support/factories.ts'
import { explainRefusal, submissionSchema, typedValues } from './submission.ts'

/** The server's words for a body, as its routes produce them. */
function explain(body: unknown) {
  const validate = validatorCompiler({ schema: submissionSchema, method: 'POST', url: '/' })
  const { error: validation } = validate(body) as { error?: unknown }
  const explained = explainRefusal(Object.assign(new Error(), { validation }))
  if (!(explained instanceof AppError)) throw new Error('it was not explained')
  return { message: explained.message, fields: explained.details.fields }
}

test('one problem is said as it is, several are counted at their fields', () => {
  const name = estimateErrors.fields.name.required
  expect(explain(contactBody({ name: '' }))).toEqual({ message: name, fields: { name } })
  const service = estimateErrors.fields.service.required
  expect(explain(contactBody({ name: '', service: '' }))).toEqual({
    message: estimateErrors.summary,
    fields: { name, service },
  })
})

test('a limit is named, and what cannot be read has a sentence of its own', () => {
  expect(explain(contactBody({ message: 'a'.repeat(10_001) })).message).toContain('10,000')
  expect(explain(contactBody({ name: 'a\u0000b' })).message).toBe(estimateErrors.badCharacters)
  expect(explain(contactBody({ address: 7 })).message).toBe(estimateErrors.unreadable)
})

test('a body that is from no form is said to be so', () => {
  for (const body of [null, 'name=Ann', 7, []]) {
    expect(explain(body)).toEqual({ message: estimateErrors.unreadable, fields: undefined })
  }
})

test('another error stays as it is', () => {
  const error = new Error('something else')
  expect(explainRefusal(error)).toBe(error)
})

test('of what was typed only texts come back', () => {
  expect(typedValues({ name: 'Ann', shownForMs: 7, address: null, list: ['a'] })).toEqual({
    name: 'Ann',
  })
  for (const body of [undefined, null, 'name=Ann', 7]) expect(typedValues(body)).toEqual({})
})
