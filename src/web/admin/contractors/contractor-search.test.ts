import { expect, test } from 'vitest'
import type { ContractorEntry } from '#/contracts/referrals/contractors.ts'
import { contractorFields } from '#tests/support/factories.ts'
import { contractorSearch } from './contractor-search.ts'

const fields = { companyName: 'O’Brien–Núñez Air', phone: '3865550142 ext. 2', towns: ['Sanford'] }
const contractor = contractorFields(fields as never) as ContractorEntry

test.each([
  ...['', "o'brien", 'O’BRIEN-nunez', 'nu\u0301n\u0303ez', 'sanford'],
  ...['386.555', '+1 (386) 555\u22120142', '\u202a386-555-0142\u202c', '555-0142 ext. 2'],
])('%j finds the contractor', (search) => {
  expect(contractorSearch(search)(contractor)).toBe(true)
})

test.each(['obrian', '407', '386 556', 'deltona'])('%j does not find it', (search) => {
  expect(contractorSearch(search)(contractor)).toBe(false)
})
