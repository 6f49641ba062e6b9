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
import { get, post, proven, put, remove, setting, type Typed } from './endpoint.ts'

/** What an owner decides once. */
export const settingEndpoints = {
  // Whom visitors call.
  business: proven.setting<Business, Typed>()('/api/admin/settings/business', 'business.change'),
  openingHours: setting<{ week: Week }, Typed>()(
    '/api/admin/settings/opening-hours',
    'hours.change',
  ),
  area: setting<Area, Typed>()('/api/admin/settings/area', 'area.change'),
  claims: setting<Claims>()('/api/admin/settings/claims', 'claims.change'),
  mailSetup: proven.setting<MailSetup, Typed>()('/api/admin/settings/mail-server', 'mail.server'),
  leadSourceSettings: {
    read: get<{ message: string }>()('/api/admin/lead-source-settings'),
    change: proven.post<{ message: string }, { message: string }>()(
      '/api/admin/lead-source-settings',
      'mail.lead-source',
    ),
  },
  visitorMails: proven.setting<{ sendsMails: boolean }>()(
    '/api/admin/settings/visitor-mails',
    'mail.visitors',
  ),
  newsSettings: proven.setting<NewsSettings>()('/api/admin/settings/news', 'mail.news'),
  offerSettings: proven.setting<{ isAutomatic: boolean }>()(
    '/api/admin/settings/offers',
    'offer.automatic',
  ),
  offerTimes: setting<OfferTimes, Typed>()('/api/admin/settings/offer-times', 'offer.times'),
  statementSettings: proven.setting<{ dayOfMonth: number | null }>()(
    '/api/admin/settings/statements',
    'statement.settings',
  ),
  retention: proven.setting<Retention, { days: number | null }>()(
    '/api/admin/settings/retention',
    'retention.set',
  ),
  backupPlan: proven.setting<BackupPlan, Typed>()('/api/admin/settings/backup-plan', 'backup.plan'),
  sampleReviews: setting<{ areShown: boolean }>()(
    '/api/admin/settings/sample-reviews',
    'rating.samples',
  ),
  ownReviews: get<OwnReview[]>()('/api/admin/reviews'),
  addOwnReview: post<Typed, OwnReview[]>()('/api/admin/reviews', 'review.add'),
  removeOwnReview: remove<OwnReview[]>()('/api/admin/reviews/:reviewId', 'review.remove'),
  holidays: get<Holiday[]>()('/api/admin/holidays'),
  setHoliday: put<{ isOpen: true } | { isOpen: false; name: string }, Holiday[]>()(
    '/api/admin/holidays/:day',
    'holiday.set',
  ),
  unsetHoliday: remove<Holiday[]>()('/api/admin/holidays/:day', 'holiday.unset'),
}
