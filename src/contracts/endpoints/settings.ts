import type { Holiday, Week } from '../hours/week.ts'
import type { Retention } from '../leads/privacy.ts'
import type { NewsSettings } from '../referrals/news.ts'
import type {
  BackupPlan,
  Business,
  Claims,
  MailSetup,
  OfferTimes,
  OwnReview,
} from '../settings/setting-types.ts'
import type { Area } from '../site/towns.ts'
import { get, post, put, remove, setting, type Typed } from './endpoint.ts'

/** What an owner decides once. */
export const settingEndpoints = {
  // Whom visitors call.
  business: setting<Business, Typed>()('/api/admin/settings/business', {
    proof: true,
    audit: 'business.change',
  }),
  openingHours: setting<{ week: Week }, Typed>()('/api/admin/settings/opening-hours', {
    audit: 'hours.change',
  }),
  area: setting<Area, Typed>()('/api/admin/settings/area', { audit: 'area.change' }),
  claims: setting<Claims>()('/api/admin/settings/claims', { audit: 'claims.change' }),
  mailSetup: setting<MailSetup, Typed>()('/api/admin/settings/mail-server', {
    proof: true,
    audit: 'mail.server',
  }),
  leadSourceSettings: {
    read: get<{ message: string }>()('/api/admin/lead-source-settings'),
    change: post<{ message: string }, { message: string }>()('/api/admin/lead-source-settings', {
      proof: true,
      audit: 'mail.lead-source',
    }),
  },
  visitorMails: setting<{ sendsMails: boolean }>()('/api/admin/settings/visitor-mails', {
    proof: true,
    audit: 'mail.visitors',
  }),
  newsSettings: setting<NewsSettings>()('/api/admin/settings/news', {
    proof: true,
    audit: 'mail.news',
  }),
  offerSettings: setting<{ isAutomatic: boolean }>()('/api/admin/settings/offers', {
    proof: true,
    audit: 'offer.automatic',
  }),
  offerTimes: setting<OfferTimes, Typed>()('/api/admin/settings/offer-times', {
    audit: 'offer.times',
  }),
  statementSettings: setting<{ dayOfMonth: number | null }>()('/api/admin/settings/statements', {
    proof: true,
    audit: 'statement.settings',
  }),
  retention: setting<Retention, { days: number | null }>()('/api/admin/settings/retention', {
    proof: true,
    audit: 'retention.set',
  }),
  backupPlan: setting<BackupPlan, Typed>()('/api/admin/settings/backup-plan', {
    proof: true,
    audit: 'backup.plan',
  }),
  sampleReviews: setting<{ areShown: boolean }>()('/api/admin/settings/sample-reviews', {
    audit: 'rating.samples',
  }),
  ownReviews: get<OwnReview[]>()('/api/admin/reviews'),
  addOwnReview: post<Typed, OwnReview[]>()('/api/admin/reviews', { audit: 'review.add' }),
  removeOwnReview: remove<OwnReview[]>()('/api/admin/reviews/:reviewId', {
    audit: 'review.remove',
  }),
  holidays: get<Holiday[]>()('/api/admin/holidays'),
  setHoliday: put<{ isOpen: true } | { isOpen: false; name: string }, Holiday[]>()(
    '/api/admin/holidays/:day',
    { audit: 'holiday.set' },
  ),
  unsetHoliday: remove<Holiday[]>()('/api/admin/holidays/:day', { audit: 'holiday.unset' }),
}
