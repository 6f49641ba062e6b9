import { expect } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import type { Contractor, ContractorFields } from '#/contracts/referrals/contractors.ts'
import { contractorFieldsSchema } from '#/server/referrals/contractors/contractor-schemas.ts'
import { contractorFields } from './factories.ts'
import type { adminSite } from './suite-site.ts'

/** The owner's list of contractors, as the API has it. */
export function contractorList({ ask }: Pick<ReturnType<typeof adminSite>, 'ask'>) {
  const list = async () => (await ask('GET', api.contractors.path)).body.data
  return {
    /** Adds one, and returns it as the API does. */
    async add(overrides: Partial<ContractorFields> = {}) {
      const added = await ask('POST', api.addContractor.path, contractorFields(overrides))
      expect(added.status).toBe(201)
      return added.body.data
    },
    list,
    names: async () => (await list()).map(({ companyName }: ContractorFields) => companyName),
    /** What an owner types of a contractor. */
    fieldsOf: (contractor: Contractor) => contractorFieldsSchema.parse(contractor),
  }
}
