import type { Account, FeeRule, Statement, TypedFeeRule } from '../money/ledger.ts'
import type { MailedLink } from '../notifications/mails.ts'
import type {
  Contractor,
  ContractorDetail,
  ContractorEntry,
  ContractorFields,
  ContractorImport,
  ImportPlan,
  ImportUndo,
} from '../referrals/contractors.ts'
import type { OutcomeChange } from '../referrals/offers.ts'
import type { ListedRating, Rating } from '../referrals/ratings.ts'
import { get, post, proven, put, remove, type Typed, type Whole } from './endpoint.ts'

/** The fields as a form has them. */
type TypedContractor = Partial<Record<keyof ContractorFields, unknown>>

/** What becomes of a lead. */
const work = {
  leadPhoto: get<Whole<Uint8Array>>()('/leads/:leadId/photos/:photoId'),
  leadJoin: post<{ leadId: number }>()('/leads/:leadId/join', 'lead.join'),
  leadPart: post()('/leads/:leadId/part', 'lead.part'),
  leadOffers: post<{ contractorId: number }>()('/leads/:leadId/offers', 'offer.make'),
  leadAgreement: post<{ contractorId: number; callAt: string }>()(
    '/leads/:leadId/agreement',
    'offer.agree',
  ),
  leadOutcome: put<OutcomeChange>()('/leads/:leadId/outcome', 'lead.outcome'),
  leadUrgency: put<{ cannotWait: boolean }>()('/leads/:leadId/urgency', 'lead.urgency'),
  offerSpoken: post()('/offers/:offerId/spoken', 'offer.spoken'),
  offerWithdrawal: post()('/offers/:offerId/withdraw', 'offer.withdraw'),
}

const ratings = {
  ratings: get<ListedRating[]>()('/ratings'),
  publishRating: put<{ version: number }, Rating | null>()(
    '/leads/:leadId/rating/publication',
    'rating.publish',
  ),
  takeRatingOff: remove<Rating | null>()('/leads/:leadId/rating/publication', 'rating.take-off'),
}

/** Contractors, to whom the details of leads go. A preview changes nothing. */
const contractors = {
  contractors: get<ContractorEntry[]>()('/contractors'),
  addContractor: proven.post<TypedContractor, Contractor>()('/contractors', 'contractor.add'),
  changeContractor: proven.put<TypedContractor & { version?: number | undefined }, Contractor>()(
    '/contractors/:contractorId',
    'contractor.change',
  ),
  removeContractor: proven.remove()('/contractors/:contractorId', 'contractor.remove'),
  contractorDetail: get<ContractorDetail>()('/contractors/:contractorId/detail'),
  // The link opens what a contractor sees for long after the session. To revoke needs no proof.
  sendContractorPage: proven.post<undefined, MailedLink>()(
    '/contractors/:contractorId/links',
    'contractor.send-page',
  ),
  revokeContractorLinks: remove()('/contractors/:contractorId/links', 'contractor.revoke-links'),
  contractorExport: proven.get<{ csv: string }>()('/contractors/export', {
    audit: 'contractor.export',
  }),
  contractorImportPreview: post<{ csv: string }, ImportPlan>()(
    '/contractors/import/preview',
    'no entry',
  ),
  contractorImport: proven.post<ContractorImport, ImportUndo>()(
    '/contractors/import',
    'contractor.import',
  ),
  // It names who was changed or asked since, and is not as before.
  undoContractorImport: proven.post<ImportUndo, { kept: string[] }>()(
    '/contractors/import/undo',
    'contractor.import-undo',
  ),
}

/** What contractors pay. The rules decide it for long; an entry can be reversed. */
const money = {
  money: get<Account[]>()('/money'),
  feeRules: get<FeeRule[]>()('/money/rules'),
  addFeeRule: proven.post<TypedFeeRule>()('/money/rules', 'fee-rule.add'),
  removeFeeRule: proven.remove()('/money/rules/:ruleId', 'fee-rule.remove'),
  statement: get<Statement>()('/money/contractors/:contractorId'),
  ledgerEntry: post<Typed>()('/money/contractors/:contractorId/entries', 'ledger.enter'),
  ledgerReversal: post()('/money/entries/:entryId/reversal', 'ledger.reverse'),
  jobValue: put<{ value: string | null }>()('/offers/:offerId/job-value', 'job-value.set'),
}

/** What becomes of leads, the contractors, and what they pay. */
export const referralEndpoints = { ...work, ...ratings, ...contractors, ...money }
