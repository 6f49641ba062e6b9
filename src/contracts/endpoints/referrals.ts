import type { Account, FeeRule, Statement, TypedFeeRule } from '../money/ledger.ts'
import type { MailedLink } from '../notifications/mails.ts'
import type { ContractorImport, ImportPlan } from '../referrals/contractor-import.ts'
import type { ContractorDetail } from '../referrals/contractor-page.ts'
import type { Contractor, ContractorEntry, ContractorFields } from '../referrals/contractors.ts'
import type { OutcomeChange } from '../referrals/offers.ts'
import type { ListedRating, Rating } from '../referrals/ratings.ts'
import { get, post, proven, put, remove, type Typed, type Whole } from './endpoint.ts'

/** The fields as a form has them. */
type TypedContractor = Partial<Record<keyof ContractorFields, unknown>>

/** What becomes of a lead. */
const work = {
  leadPhoto: get<Whole<Uint8Array>>()('/api/admin/leads/:leadId/photos/:photoId'),
  leadJoin: post<{ leadId: number }>()('/api/admin/leads/:leadId/join', 'lead.join'),
  leadPart: post()('/api/admin/leads/:leadId/part', 'lead.part'),
  leadOffers: post<{ contractorId: number }>()('/api/admin/leads/:leadId/offers', 'offer.make'),
  leadAgreement: post<{ contractorId: number; callAt: string }>()(
    '/api/admin/leads/:leadId/agreement',
    'offer.agree',
  ),
  leadOutcome: put<OutcomeChange>()('/api/admin/leads/:leadId/outcome', 'lead.outcome'),
  leadUrgency: put<{ cannotWait: boolean }>()('/api/admin/leads/:leadId/urgency', 'lead.urgency'),
  offerSpoken: post()('/api/admin/offers/:offerId/spoken', 'offer.spoken'),
  offerWithdrawal: post()('/api/admin/offers/:offerId/withdraw', 'offer.withdraw'),
}

const ratings = {
  ratings: get<ListedRating[]>()('/api/admin/ratings'),
  publishRating: put<{ version: number }, Rating | null>()(
    '/api/admin/leads/:leadId/rating/publication',
    'rating.publish',
  ),
  takeRatingOff: remove<Rating | null>()(
    '/api/admin/leads/:leadId/rating/publication',
    'rating.take-off',
  ),
}

/** Contractors, to whom the details of leads go. A preview changes nothing. */
const contractors = {
  contractors: get<ContractorEntry[]>()('/api/admin/contractors'),
  addContractor: proven.post<TypedContractor, Contractor>()(
    '/api/admin/contractors',
    'contractor.add',
  ),
  changeContractor: proven.put<TypedContractor & { version?: number | undefined }, Contractor>()(
    '/api/admin/contractors/:contractorId',
    'contractor.change',
  ),
  removeContractor: proven.remove()('/api/admin/contractors/:contractorId', 'contractor.remove'),
  contractorDetail: get<ContractorDetail>()('/api/admin/contractors/:contractorId/detail'),
  // The link opens what a contractor sees for long after the session. To revoke needs no proof.
  sendContractorPage: proven.post<undefined, MailedLink>()(
    '/api/admin/contractors/:contractorId/links',
    'contractor.send-page',
  ),
  revokeContractorLinks: remove()(
    '/api/admin/contractors/:contractorId/links',
    'contractor.revoke-links',
  ),
  contractorExport: proven.get<{ csv: string }>()('/api/admin/contractors/export', {
    audit: 'contractor.export',
  }),
  contractorImportPreview: post<{ csv: string }, ImportPlan>()(
    '/api/admin/contractors/import/preview',
    'no entry',
  ),
  contractorImport: proven.post<ContractorImport>()(
    '/api/admin/contractors/import',
    'contractor.import',
  ),
}

/** What contractors pay. The rules decide it for long; an entry can be reversed. */
const money = {
  money: get<Account[]>()('/api/admin/money'),
  feeRules: get<FeeRule[]>()('/api/admin/money/rules'),
  addFeeRule: proven.post<TypedFeeRule>()('/api/admin/money/rules', 'fee-rule.add'),
  removeFeeRule: proven.remove()('/api/admin/money/rules/:ruleId', 'fee-rule.remove'),
  statement: get<Statement>()('/api/admin/money/contractors/:contractorId'),
  ledgerEntry: post<Typed>()('/api/admin/money/contractors/:contractorId/entries', 'ledger.enter'),
  ledgerReversal: post()('/api/admin/money/entries/:entryId/reversal', 'ledger.reverse'),
  jobValue: put<{ value: string | null }>()(
    '/api/admin/offers/:offerId/job-value',
    'job-value.set',
  ),
}

/** What becomes of leads, the contractors, and what they pay. */
export const referralEndpoints = { ...work, ...ratings, ...contractors, ...money }
