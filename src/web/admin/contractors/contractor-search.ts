import { services } from '#/content/services.ts'
import { formatPhone } from '#/contracts/leads/contact-details.ts'
import { contractorServiceIds } from '#/contracts/referrals/contractor-limits.ts'
import type { ContractorEntry } from '#/contracts/referrals/contractors.ts'
import { foldText } from '#/contracts/text.ts'
import { searchedDigits } from '#/contracts/values/phone.ts'

/** Makes the function that says whether a search finds a contractor. */
export function contractorSearch(search: string): (contractor: ContractorEntry) => boolean {
  const wanted = foldText(search)
  const digits = searchedDigits(search)?.replace(/^1(?=\d)/, '')
  return (contractor) => {
    const { companyName, contactName, email, phone, licenseNumber, towns } = contractor
    const done = contractorServiceIds.filter((id) => contractor.services.includes(id))
    const texts = [companyName, contactName, email, phone, formatPhone(phone), licenseNumber]
    const all = [...texts, ...towns, ...done.map((id) => services[id].name)].join('\n')
    return foldText(all).includes(wanted) || (!!digits && phone.includes(digits))
  }
}
