import { expect, test } from 'vitest'
import { z } from 'zod'
import * as accounts from './accounts.ts'
import * as attribution from './attribution.ts'
import * as deliveries from './deliveries.ts'
import * as errors from './errors.ts'
import * as inbox from './inbox.ts'
import * as inboxLimits from './inbox-limits.ts'
import * as leadEvents from './lead-events.ts'
import * as leadLimits from './lead-limits.ts'
import * as leadStats from './lead-stats.ts'
import * as leads from './leads.ts'
import * as mails from './mails.ts'
import * as notifications from './notifications.ts'
import * as privacy from './privacy.ts'
import * as routes from './routes.ts'
import * as seo from './seo.ts'
import * as services from './services.ts'
import * as webhooks from './webhooks.ts'

const contracts = {
  accounts,
  attribution,
  deliveries,
  errors,
  inbox,
  inboxLimits,
  leadEvents,
  leadLimits,
  leadStats,
  leads,
  mails,
  notifications,
  privacy,
  routes,
  seo,
  services,
  webhooks,
}

const describeShape = (value: unknown) =>
  value instanceof z.ZodType
    ? z.toJSONSchema(value, { io: 'input', unrepresentable: 'any' })
    : value

// Clients that we do not know rely on them. Whoever means the change renews the record: vitest -u.
test.each(Object.entries(contracts))(
  'the paths, shapes and limits of %s are as recorded',
  (_name, contract) => {
    const shapes = Object.entries(contract).filter(([, value]) => typeof value !== 'function')
    const recorded = shapes.map(([name, value]) => [name, describeShape(value)])
    expect(Object.fromEntries(recorded)).toMatchSnapshot()
  },
)
