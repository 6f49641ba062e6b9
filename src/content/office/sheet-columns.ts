import type { ContractorFields } from '#/contracts/referrals/contractors.ts'

/** What owners call the columns in sheets of their own, the best first, in small letters without what stands between them. */
export const otherNames: Partial<Record<keyof ContractorFields, readonly string[]>> = {
  companyName: ['companyname', 'business', 'businessname', 'contractor', 'firm', 'name'],
  contactName: ['contactname', 'contactperson', 'owner', 'ownername', 'name'],
  email: ['emailaddress', 'contactemail', 'workemail', 'mail', 'emails'],
  phone: [
    ...['phonenumber', 'officephone', 'businessphone', 'workphone', 'mainphone', 'telephone'],
    ...['tel', 'contactphone', 'mobile', 'mobilephone', 'cell', 'cellphone', 'phones'],
  ],
  licenseNumber: [
    ...['licenseno', 'licensenum', 'licnumber', 'licno', 'statelicense', 'statelicensenumber'],
    ...['contractorlicense', 'fllicense', 'license', 'lic'],
  ],
  licenseExpiresOn: [
    ...['licenseexpireson', 'licenseexpiration', 'licenseexpirationdate', 'licenseexpiry'],
    ...['licenseexp', 'licensevaliduntil', 'licexp', 'licexpires'],
  ],
  insuranceExpiresOn: [
    ...['insuranceexpireson', 'insuranceexpiration', 'insuranceexpirationdate', 'insuranceexpiry'],
    ...['insuranceexp', 'insurancevaliduntil', 'insexp', 'coiexpires', 'coiexpiration', 'coiexp'],
  ],
  services: ['service', 'servicesoffered', 'trades', 'trade', 'work'],
  towns: [
    ...['town', 'townsserved', 'serviceareas', 'servicearea', 'cities', 'citiesserved'],
    ...['areas', 'city'],
  ],
  answersEmergencies: ['emergencies', 'emergency', 'emergencyservice', '247'],
  mostOffersAWeek: ['mostoffersaweek', 'weeklylimit', 'maxoffersaweek'],
  mostOpenOffers: ['mostunansweredoffers'],
  pausedUntil: ['pause', 'paused'],
  notes: ['note', 'comments', 'comment', 'remarks'],
}

/** What people write in a cell that says yes or no. */
export const yesOrNo = new Map<string, boolean>([
  ...['yes', 'y', 'true', 'x', '1', '✓', '✔'].map((word) => [word, true] as const),
  ...['no', 'n', 'false', '0', '-', ''].map((word) => [word, false] as const),
])

/** Why a file is none of contractors. */
export const noLicenseColumn =
  'The file has no {license} column. We need it to tell who is already on the list. The file’s columns are {found}. It needs {needed}.'
