import type { ContractorFields } from '#/contracts/referrals/contractors.ts'

/** What owners call the columns in sheets of their own, as `plainName` writes it. */
export const otherNames: Partial<Record<keyof ContractorFields, readonly string[]>> = {
  companyName: ['companyname', 'business', 'businessname', 'contractor', 'firm', 'name'],
  contactName: ['contactname', 'contactperson', 'owner', 'ownername'],
  email: ['emailaddress', 'mail', 'contactemail'],
  phone: ['phonenumber', 'telephone', 'tel', 'mobile', 'cell', 'cellphone'],
  licenseNumber: ['license', 'licenseno', 'lic', 'licno', 'licnumber', 'statelicense'],
  licenseExpiresOn: [
    ...['licenseexpiration', 'licenseexpirationdate', 'licenseexpiry', 'licenseexp'],
    ...['licensevaliduntil', 'licexp', 'licexpires'],
  ],
  insuranceExpiresOn: [
    ...['insuranceexpiration', 'insuranceexpirationdate', 'insuranceexpiry', 'insuranceexp'],
    ...['insurancevaliduntil', 'insexp', 'coiexpires', 'coiexpiration'],
  ],
  services: ['service', 'trades', 'trade', 'work'],
  towns: ['town', 'cities', 'city', 'areas', 'serviceareas', 'servicearea'],
  answersEmergencies: ['emergencies', 'emergency', '247'],
  mostOffersAWeek: ['weeklylimit', 'maxoffersaweek'],
  pausedUntil: ['pause', 'paused'],
  notes: ['note', 'comments', 'comment', 'remarks'],
}
