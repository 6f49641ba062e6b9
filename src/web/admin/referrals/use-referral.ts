import { api, pathTo } from '#/contracts/endpoints/api.ts'
import type { OutcomeChange, Referral } from '#/contracts/referrals/offers.ts'
import { type Change, useChange, useServerData } from '../shell/server-data.ts'

/** What has become of a lead and whom it was offered. */
export function useReferral(leadId: number) {
  return useServerData<Referral>(pathTo(api.leadReferral, { leadId }), { staleTime: 0 })
}

/** A change of a lead's offers or outcome. */
function useReferralChange<Input>(
  leadId: number,
  change: Pick<Change<Input, unknown>, 'call' | 'success' | 'failure'>,
) {
  const refetches = [pathTo(api.lead, { leadId })]
  return useChange<Input>({ ...change, refetches })
}

/** Offers a lead to a contractor. */
export const useOffer = (leadId: number) =>
  useReferralChange(leadId, {
    call: (contractorId: number) => ({
      method: 'POST',
      path: pathTo(api.leadOffers, { leadId }),
      body: { contractorId },
    }),
    success: 'The offer is on its way',
    failure: 'Failed to offer this request',
  })

/** Records what was agreed by phone. */
export const useAgreement = (leadId: number) =>
  useReferralChange<{ contractorId: number; callAt: string }>(leadId, {
    call: (body) => ({ method: 'POST', path: pathTo(api.leadAgreement, { leadId }), body }),
    success: 'It is recorded, and the contractor gets the details',
    failure: 'Failed to record it',
  })

/** Says what a job came to, in dollars as they are typed; null where it is not known. */
export const useJobValue = (leadId: number, offerId: number) =>
  useReferralChange(leadId, {
    call: (value: string | null) => ({
      method: 'PUT',
      path: pathTo(api.jobValue, { offerId }),
      body: { value },
    }),
    success: 'The value was saved',
  })

/** Says that the contractor of an offer and the customer have spoken. */
export const useSpoken = (leadId: number) =>
  useReferralChange(leadId, {
    call: (offerId: number) => ({
      method: 'POST',
      path: pathTo(api.offerSpoken, { offerId }),
    }),
    success: 'It is noted that they have spoken',
  })

/** Takes an offer back. */
export const useWithdraw = (leadId: number) =>
  useReferralChange(leadId, {
    call: (offerId: number) => ({
      method: 'POST',
      path: pathTo(api.offerWithdrawal, { offerId }),
    }),
    success: 'The offer was withdrawn',
    failure: 'Failed to withdraw the offer',
  })

/** Sets what has become of a lead. */
export const useOutcome = (leadId: number) =>
  useReferralChange<OutcomeChange>(leadId, {
    call: (body) => ({ method: 'PUT', path: pathTo(api.leadOutcome, { leadId }), body }),
    success: 'The outcome was set',
    failure: 'Failed to set the outcome',
  })

/** Says whether a lead is an emergency. */
export const useUrgency = (leadId: number) =>
  useReferralChange(leadId, {
    call: (cannotWait: boolean) => ({
      method: 'PUT',
      path: pathTo(api.leadUrgency, { leadId }),
      body: { cannotWait },
    }),
    success: 'Your answer was saved',
    failure: 'Failed to save your answer',
  })
