import type { OutcomeChange, Referral } from '#/contracts/referrals/offers.ts'
import { apiPaths, leadPath, offerWithdrawalPath } from '#/contracts/routes.ts'
import { useChange, useServerData } from '../shell/server-data.ts'

/** What has become of a lead and whom it was offered. */
export function useReferral(leadId: number) {
  return useServerData<Referral>(leadPath(apiPaths.leadReferral, leadId), { staleTime: 0 })
}

/** What every change of a lead's offers makes old. */
const refetchesOf = (leadId: number) => [leadPath(apiPaths.lead, leadId), apiPaths.deliveries]

/** Offers a lead to a contractor. */
export function useOffer(leadId: number) {
  return useChange({
    call: (contractorId: number) => ({
      method: 'POST',
      path: leadPath(apiPaths.leadOffers, leadId),
      body: { contractorId },
    }),
    success: 'The offer is on its way',
    failure: 'Failed to offer this request',
    showsReason: true,
    refetches: refetchesOf(leadId),
  })
}

/** Records what was agreed by phone. */
export function useAgreement(leadId: number) {
  return useChange<{ contractorId: number; callAt: string }>({
    call: (body) => ({ method: 'POST', path: leadPath(apiPaths.leadAgreement, leadId), body }),
    success: 'It is recorded, and the contractor gets the details',
    failure: 'Failed to record it',
    showsReason: true,
    refetches: refetchesOf(leadId),
  })
}

/** Takes an offer back. */
export function useWithdraw(leadId: number) {
  return useChange({
    call: (offerId: number) => ({ method: 'POST', path: offerWithdrawalPath(offerId) }),
    success: 'The offer was withdrawn',
    failure: 'Failed to withdraw the offer',
    showsReason: true,
    refetches: refetchesOf(leadId),
  })
}

/** Sets what has become of a lead. */
export function useOutcome(leadId: number) {
  return useChange<OutcomeChange>({
    call: (body) => ({ method: 'PUT', path: leadPath(apiPaths.leadOutcome, leadId), body }),
    success: 'The outcome was set',
    failure: 'Failed to set the outcome',
    showsReason: true,
    refetches: refetchesOf(leadId),
  })
}
