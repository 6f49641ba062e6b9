import { expect, test } from 'vitest'
import { estimateErrors } from '#/content/estimate-errors.ts'
import { submissionSchema } from '#/server/leads/take/submission.ts'
import { contactBody } from '#tests/support/factories.ts'
import { findProblems } from './field-problems.ts'

const { fields } = estimateErrors

test.each([
  [{}, {}],
  [{ email: ' info@büro.example ', address: '', message: '' }, {}],
  [{ email: 'maria@example' }, { email: fields.email.invalid }],
  [{ phone: '\u202a+1 (386) 555-0142\u202c (cell)' }, {}],
  [{ phone: '386-555-0142 or 386-555-0143' }, { phone: fields.phone.several }],
  [
    { name: ' ', email: '', phone: '\t', service: '' },
    {
      name: fields.name.required,
      email: fields.email.required,
      phone: fields.phone.required,
      service: fields.service.required,
    },
  ],
])('%j: the problems are those that the server would find', (changes, problems) => {
  const values = contactBody(changes)
  expect(findProblems(values)).toEqual(problems)
  expect(submissionSchema.safeParse(values).success).toBe(Object.keys(problems).length === 0)
})
