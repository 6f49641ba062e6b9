import type { NeedList } from '../health/needs.ts'
import type {
  ExportedLead,
  LeadCompany,
  LeadNote,
  LeadPage,
  LeadSource,
  Reminder,
} from '../leads/inbox.ts'
import type { Lead, LeadEntry } from '../leads/leads.ts'
import type { Erasure, ErasurePreview, ErasureTarget, RetentionPreview } from '../leads/privacy.ts'
import type { Page } from '../limits.ts'
import type { OpenedLead } from '../notifications/deliveries.ts'
import type { PutAway } from '../referrals/news.ts'
import type { CorrectableField, OfficeLead } from '../referrals/office-leads.ts'
import { get, type Partly, patch, post, proven, put, remove, type Whole } from './endpoint.ts'

/** The list of leads. Without a query it is all of them, and wants a proof. */
const list = {
  leads: get<Whole<LeadPage | { data: Lead[] }>>()('/api/admin/leads', { proof: 'in part' }),
  leadExport: proven.get<Whole<Page<ExportedLead>>>()('/api/admin/leads/export', {
    audit: 'lead.export',
  }),
  leadSources: get<LeadSource[]>()('/api/admin/leads/sources'),
  leadCompanies: get<LeadCompany[]>()('/api/admin/leads/companies'),
  /** Server-sent events: see `LeadEventName`. */
  leadEvents: get<Whole<string>>()('/api/admin/leads/events'),
  needs: get<NeedList>()('/api/admin/needs'),
  newsSeen: post<PutAway>()('/api/admin/leads/news/seen', 'news.put-away'),
}

/** Work on one lead. */
const work = {
  lead: get<OpenedLead>()('/api/admin/leads/:leadId'),
  enterLead: post<
    Partly<OfficeLead & { message: string }> & { submissionId: string },
    { id: number }
  >()('/api/admin/leads', 'lead.enter'),
  correctLead: patch<Partly<OfficeLead> & { was: OfficeLead }, { corrected: CorrectableField[] }>()(
    '/api/admin/leads/:leadId',
    'lead.correct',
  ),
  leadContactStatus: patch<{ isContacted: boolean; isUndo?: boolean | undefined }, LeadEntry>()(
    '/api/admin/leads/:leadId/contact-status',
    'lead.status',
  ),
  leadNote: post<{ text: string }, LeadNote>()('/api/admin/leads/:leadId/notes', 'lead.note'),
  setReminder: put<{ when: string; reason?: string | undefined }, Reminder>()(
    '/api/admin/leads/:leadId/reminder',
    'lead.remind',
  ),
  removeReminder: remove()('/api/admin/leads/:leadId/reminder', 'lead.remind'),
  leadRelease: post<undefined, LeadEntry>()('/api/admin/leads/:leadId/release', 'lead.release'),
  leadQuarantine: post<undefined, LeadEntry>()(
    '/api/admin/leads/:leadId/quarantine',
    'lead.quarantine',
  ),
}

/** Deleting for good. */
const privacy = {
  erasurePreview: post<ErasureTarget, ErasurePreview>()('/api/admin/erasures/preview', 'no entry'),
  erasures: get<Erasure[]>()('/api/admin/erasures'),
  erase: proven.post<ErasureTarget & { expectedLeads: number }, Erasure>()(
    '/api/admin/erasures',
    'erasure.erase',
  ),
  retentionPreview: get<RetentionPreview>()('/api/admin/retention/preview'),
}

/** The inbox, its leads, and their deletion. */
export const leadEndpoints = { ...list, ...work, ...privacy }
