import type { NeedList } from '../health/needs.ts'
import type { ExportedLead, LeadNote, LeadPage, NewReminder, Reminder } from '../leads/inbox.ts'
import type { Lead, LeadEntry } from '../leads/leads.ts'
import type { Erasure, ErasurePreview, ErasureTarget, RetentionPreview } from '../leads/privacy.ts'
import type { Page } from '../limits.ts'
import type { OpenedLead } from '../notifications/deliveries.ts'
import type { PutAway } from '../referrals/news.ts'
import type { CorrectableField, OfficeLead } from '../referrals/office-leads.ts'
import { get, type Partly, patch, post, proven, put, remove, type Whole } from './endpoint.ts'

/** The list of leads. Without a query it is all of them, and wants a proof. */
const list = {
  leads: get<Whole<LeadPage | { data: Lead[] }>>()('/leads', { proof: 'in part' }),
  leadExport: proven.get<Whole<Page<ExportedLead>>>()('/leads/export', {
    audit: 'lead.export',
  }),
  /** What leads have of these: the choices of two filters. */
  leadSources: get<{ source: string; count: number }[]>()('/leads/sources'),
  leadCompanies: get<{ id: number; companyName: string }[]>()('/leads/companies'),
  /** Server-sent events: see `LeadEventName`. */
  leadEvents: get<Whole<string>>()('/leads/events'),
  needs: get<NeedList>()('/needs'),
  newsSeen: post<PutAway>()('/leads/news/seen', 'news.put-away'),
}

/** Work on one lead. */
const work = {
  lead: get<OpenedLead>()('/leads/:leadId'),
  enterLead: post<
    Partly<OfficeLead & { message: string }> & { submissionId: string },
    { id: number }
  >()('/leads', 'lead.enter'),
  correctLead: patch<Partly<OfficeLead> & { was: OfficeLead }, { corrected: CorrectableField[] }>()(
    '/leads/:leadId',
    'lead.correct',
  ),
  leadContactStatus: patch<{ isContacted: boolean; isUndo?: boolean | undefined }, LeadEntry>()(
    '/leads/:leadId/contact-status',
    'lead.status',
  ),
  leadNote: post<{ text: string }, LeadNote>()('/leads/:leadId/notes', 'lead.note'),
  setReminder: put<NewReminder, Reminder>()('/leads/:leadId/reminder', 'lead.remind'),
  removeReminder: remove()('/leads/:leadId/reminder', 'lead.remind'),
  leadRelease: post<undefined, LeadEntry>()('/leads/:leadId/release', 'lead.release'),
  leadQuarantine: post<undefined, LeadEntry>()('/leads/:leadId/quarantine', 'lead.quarantine'),
}

/** Deleting for good. */
const privacy = {
  erasurePreview: post<ErasureTarget, ErasurePreview>()('/erasures/preview', 'no entry'),
  erasures: get<Erasure[]>()('/erasures'),
  erase: proven.post<ErasureTarget & { expectedLeads: number }, Erasure>()(
    '/erasures',
    'erasure.erase',
  ),
  retentionPreview: get<RetentionPreview>()('/retention/preview'),
}

export const leadEndpoints = { ...list, ...work, ...privacy }
