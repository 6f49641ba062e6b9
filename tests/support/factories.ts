import type { User } from '#/contracts/accounts/accounts.ts'
import type { ContractorFields } from '#/contracts/referrals/contractors.ts'

/** A valid estimate request, as a browser would send it. */
export function contactBody(overrides: Record<string, unknown> = {}) {
  return {
    name: 'Maria Alvarez',
    email: 'maria@example.com',
    phone: '(386) 555-0123',
    address: '12 Lakeshore Drive, Deltona',
    service: 'ac-repair',
    message: 'The unit outside hums but does not start.',
    ...overrides,
  }
}

let people = 0

/** A phone number and an email of their own: open requests of one person go together. */
export function anotherPerson(): { phone: string; email: string } {
  people += 1
  const digits = String(people).padStart(4, '0')
  return { phone: `(407) 555-${digits}`, email: `person-${people}@example.com` }
}

/** A signed-in user, as the guards get it: by default an admin. */
export function signedInUser(user: Partial<User> = {}) {
  const email = 'owner@example.com'
  return {
    user: { id: '1', email, name: email, role: 'admin' as const, ...user },
    session: {
      id: '1',
      confirmedAt: new Date(),
      hasSecondFactor: false,
      lacksSecondFactor: false,
    },
  }
}

let lastLicense = 1_812_000

/**
 * The owner's fields for a contractor who may get offers in Deltona, with a license number of its
 * own.
 */
export function contractorFields(overrides: Partial<ContractorFields> = {}): ContractorFields {
  lastLicense += 1
  return {
    companyName: `Lakeside Air ${lastLicense}`,
    contactName: 'Ana Torres',
    email: `office-${lastLicense}@lakeside.example`,
    phone: '3865550177',
    licenseNumber: `CAC${lastLicense}`,
    licenseExpiresOn: '2099-08-31',
    insuranceExpiresOn: '2099-01-31',
    services: ['ac-repair', 'heating-systems'],
    towns: ['Deltona', 'DeBary'],
    answersEmergencies: false,
    mostOffersAWeek: null,
    mostOpenOffers: 3,
    offerHours: null,
    pausedUntil: null,
    notes: '',
    ...overrides,
  }
}

/** The fields of a lead that an offer of it needs. */
export type AcceptedLead = { id: number; createdAt: Date }

/**
 * The row of an offer that was accepted this long after the lead came; undefined stands for no
 * lead.
 */
export const acceptedOffer = (
  lead: AcceptedLead | undefined,
  contractorId: number,
  afterMinutes: number,
) => ({
  leadId: lead?.id ?? 0,
  contractorId,
  state: 'accepted' as const,
  offeredAt: lead?.createdAt.getTime() ?? 0,
  expiresAt: Date.now(),
  answeredAt: (lead?.createdAt.getTime() ?? 0) + afterMinutes * 60_000,
})
