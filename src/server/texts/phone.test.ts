import { expect, test } from 'vitest'
import { findPhoneProblem, readPhone } from '#/contracts/values/phone.ts'
import { submissionSchema } from '#/server/leads/take/submission.ts'
import { contractorFieldsSchema } from '#/server/referrals/contractors/contractor-schemas.ts'
import { contactBody, contractorFields } from '#tests/support/factories.ts'
import { submissionOf } from '#tests/support/leads/submission-of.ts'
import { businessChangeSchema } from '../settings/business.ts'

test.each([
  '(386) 555-0142',
  '386.555.0142',
  '386/555-0142',
  '+1 (386) 555 0142',
  '001 386 555 0142',
  '386555\u00ad0142',
  '\u202a+1 (386) 555-0142\u202c',
  '\ufeff386\u200b555\u200b0142',
  '386\u2011555\u22120142',
  '３８６–555—０１４２',
  'tel:+1-386-555-0142',
  'Cell: 386-555-0142',
  '386-555-0142 (cell)',
  '386-555-0142 home, call after 5',
  '[386] 555-0142',
  'area code 386, 555-0142',
  '386·555·0142',
  '386,555,0142, 8 to 5',
  '386-555-0142, 24/7',
  '386-555-0142; 7 days a week',
])('%j is the same number wherever it is typed', (phone) => {
  expect(readPhone(phone)).toEqual({ number: '3865550142', extension: '' })
  expect(submissionOf({ phone }).phone).toBe(phone.trim())
  expect(contractorFieldsSchema.parse(contractorFields({ phone })).phone).toBe('3865550142')
  expect(businessChangeSchema.parse({ phone }).phone).toBe('3865550142')
})

test.each([
  '386 555 0142 ext. 2',
  '386-555-0142, Extension: 2',
  '3865550142,,2',
  '386-555-0142 #2',
  'tel:+1-386-555-0142;ext=2',
  '386-555-0142 ext=2, 9-5',
])('%j has an extension, which a contractor keeps and the business has none of', (phone) => {
  expect(readPhone(phone)).toEqual({ number: '3865550142', extension: '2' })
  expect(contractorFieldsSchema.parse(contractorFields({ phone })).phone).toBe('3865550142 ext. 2')
  expect(contractorFieldsSchema.shape.phone.parse('3865550142 ext. 2')).toBe('3865550142 ext. 2')
  const { error } = businessChangeSchema.safeParse({ phone })
  expect(error?.issues[0]?.message).toBe('Please enter the number without an extension.')
})

test('a number from abroad has its country, and is none of a contractor', () => {
  for (const phone of ['+44 (0)20 7946 0123', '011 44 20 7946 0123', '+44 20 7946 0123 (home)']) {
    expect(readPhone(phone)).toEqual({ number: '+442079460123', extension: '' })
    const { error } = contractorFieldsSchema.shape.phone.safeParse(phone)
    expect(error?.issues[0]?.message).toMatch(/^Please enter a US phone number/)
  }
})

test.each([
  ['', 'required', 'Please enter a phone number.'],
  ['\u202a\u202c', 'required', 'Please enter a phone number.'],
  ['call me', 'invalid', 'A phone number has ten digits, such as (386) 555-0142.'],
  ['+1 386 555 014', 'invalid', 'A phone number has ten digits, such as (386) 555-0142.'],
  ['555-0142', 'noAreaCode', 'Please include the area code, such as (386) 555-0142.'],
  ['386-555-0142 or 0143', 'several', 'Please enter just one phone number.'],
  ['386-555-0142 or 386-555-0143', 'several', 'Please enter just one phone number.'],
  ['386-555-0142 ext. 2, 386-555-0143', 'several', 'Please enter just one phone number.'],
])('%j is refused with what is wrong', (phone, problem, words) => {
  expect(findPhoneProblem(phone)).toBe(problem)
  const issuesOf = (schema: { safeParse: typeof submissionSchema.safeParse }, body: object) =>
    schema.safeParse(body).error?.issues[0]?.message
  expect(issuesOf(submissionSchema, contactBody({ phone }))).toBe(problem)
  expect(issuesOf(contractorFieldsSchema as never, contractorFields({ phone }))).toBe(words)
  expect(issuesOf(businessChangeSchema as never, { phone })).toBe(words)
})
