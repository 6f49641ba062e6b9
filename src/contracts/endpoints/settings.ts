import type { Holiday, Week } from '../hours/week.ts'
import type { Retention } from '../leads/privacy.ts'
import type { NewsGroup } from '../referrals/request-facts.ts'
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
  business: proven.setting<Business, Typed>()('business', 'business.change'),
  openingHours: setting<{ week: Week }, Typed>()('opening-hours', 'hours.change'),
  area: setting<Area, Typed>()('area', 'area.change'),
  claims: setting<Claims>()('claims', 'claims.change'),
  mailSetup: proven.setting<MailSetup, Typed>()('mail-server', 'mail.server'),
  leadSourceSettings: {
    read: get<{ message: string }>()('/lead-source-settings'),
    change: proven.post<{ message: string }, { message: string }>()(
      '/lead-source-settings',
      'mail.lead-source',
    ),
  },
  visitorMails: proven.setting<{ sendsMails: boolean }>()('visitor-mails', 'mail.visitors'),
  // The groups of news of which the owner gets no email. The list of what needs somebody still has them.
  newsSettings: proven.setting<{ muted: NewsGroup[] }>()('news', 'mail.news'),
  offerSettings: proven.setting<{ isAutomatic: boolean }>()('offers', 'offer.automatic'),
  offerTimes: setting<OfferTimes, Typed>()('offer-times', 'offer.times'),
  statementSettings: proven.setting<{ dayOfMonth: number | null }, { dayOfMonth: string | null }>()(
    'statements',
    'statement.settings',
  ),
  retention: proven.setting<Retention, { days: number | null }>()('retention', 'retention.set'),
  backupPlan: proven.setting<BackupPlan, Typed>()('backup-plan', 'backup.plan'),
  sampleReviews: setting<{ areShown: boolean }>()('sample-reviews', 'rating.samples'),
  ownReviews: get<OwnReview[]>()('/reviews'),
  addOwnReview: post<Typed, OwnReview[]>()('/reviews', 'review.add'),
  removeOwnReview: remove<OwnReview[]>()('/reviews/:reviewId', 'review.remove'),
  holidays: get<Holiday[]>()('/holidays'),
  setHoliday: put<{ isOpen: true } | { isOpen: false; name: string }, Holiday[]>()(
    '/holidays/:day',
    'holiday.set',
  ),
  unsetHoliday: remove<Holiday[]>()('/holidays/:day', 'holiday.unset'),
}
