import type { FastifySchemaValidationError } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { explainIssue } from './errors.ts'

test.each([
  [z.boolean(), 'yes', 'This must be true or false.'],
  [z.string(), 7, 'This must be text.'],
  [z.int(), 1.5, 'This must be a whole number.'],
  [z.number().max(9), 10, 'This must be at most 9.'],
  [z.string().min(2), 'a', 'This must have at least 2 characters.'],
  [z.enum(['all', 'new']), 'old', 'This must be one of: all, new.'],
  [z.url(), 'x', 'This isn’t an address.'],
  [z.strictObject({}), { a: 1 }, 'This isn’t in the expected format.'],
  [z.string('Please enter it.').min(2, 'Two at least.'), 7, 'Please enter it.'],
  [z.string().min(2, 'Two at least.'), '', 'Two at least.'],
])('%# is a sentence', (schema, value, sentence) => {
  const validate = validatorCompiler({ schema, method: '', url: '' })
  const { error } = validate(value) as { error?: FastifySchemaValidationError[] }
  expect(error?.map(explainIssue)).toEqual([sentence])
})
