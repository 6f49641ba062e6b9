import { formatPhone } from '#/contracts/leads/contact-details.ts'
import type { ContractorEntry } from '#/contracts/referrals/contractors.ts'
import { searchedDigits } from '#/contracts/values/phone.ts'
import { foldText } from '#/contracts/values/search-text.ts'
import { serviceName } from './contractor-words.ts'

/** Makes the function that says whether a search finds a contractor. */
export function contractorSearch(search: string): (contractor: ContractorEntry) => boolean {
  const wanted = foldText(search)
  const digits = searchedDigits(search)?.replace(/^1(?=\d)/, '')
  return (contractor) => {
    const { companyName, contactName, email, phone, licenseNumber, towns, services } = contractor
    const texts = [companyName, contactName, email, phone, formatPhone(phone), licenseNumber]
    const all = [...texts, ...towns, ...services.map(serviceName)].join('\n')
    return foldText(all).includes(wanted) || (!!digits && phone.includes(digits))
  }
}
