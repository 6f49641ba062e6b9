import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { BackupStatus } from '#/contracts/health/backups.ts'
import type { FirstSteps as Steps } from '#/contracts/health/first-steps.ts'
import type { FeeRule } from '#/contracts/money/ledger.ts'
import type { DeliverySummary } from '#/contracts/notifications/deliveries.ts'
import type { MailSetup } from '#/contracts/notifications/mail-setup.ts'
import type { VisitorMails } from '#/contracts/notifications/notifications.ts'
import type { NewsSettings } from '#/contracts/referrals/news.ts'
import { contractorMails, newsKinds } from '#/contracts/referrals/owner-news.ts'
import { adminPaths, apiPaths } from '#/contracts/routes.ts'
import { counted } from '../shell/counts.ts'
import { OfficePart } from '../shell/part-form.tsx'
import { useServerData } from '../shell/server-data.ts'
import { TimeUntil } from '../shell/times.tsx'

type PlaceProps<Data> = {
  name: string
  /** Where the server says how it is set, and that in words. */
  path: string
  words: (data: Data) => ReactNode
  href: string
}

const notifications = `${adminPaths.leads}?tab=notifications`

/** What is set on other pages of the office: how it is set now, and the way there. */
export function OtherPlaces() {
  return (
    <OfficePart heading="Set on other pages">
      <dl className="other-places">
        <Place
          name="Mail server"
          path={apiPaths.mailSetup}
          words={serverWords}
          href={notifications}
        />
        <Place
          name="Who is told of requests"
          path={apiPaths.deliverySummary}
          words={({ activeRecipients, activeWebhooks }: DeliverySummary) =>
            `${counted(activeRecipients, 'email recipient')}, ${counted(activeWebhooks, 'other program')}`
          }
          href={notifications}
        />
        <Place
          name="Emails to you about requests"
          path={apiPaths.newsSettings}
          words={({ muted }: NewsSettings) => kindsOf(newsKinds, muted)}
          href={notifications}
        />
        <Place
          name="Emails to contractors"
          path={apiPaths.newsSettings}
          words={({ muted }: NewsSettings) =>
            `The offer and the details, and ${kindsOf(contractorMails, muted)} more`
          }
          href={notifications}
        />
        <Place
          name="Emails to visitors"
          path={apiPaths.visitorMails}
          words={({ sendsMails }: VisitorMails) => (sendsMails ? 'They get them' : 'They get none')}
          href={notifications}
        />
        <Place
          name="Who offers requests"
          path={apiPaths.offerSettings}
          words={({ isAutomatic }: { isAutomatic: boolean }) =>
            isAutomatic ? 'Offered automatically' : 'You, by hand'
          }
          href={adminPaths.contractors}
        />
        <Place
          name="Fees"
          path={apiPaths.feeRules}
          words={(rules: FeeRule[]) =>
            rules.length === 0 ? 'None, so nothing is charged' : counted(rules.length, 'fee')
          }
          href={adminPaths.money}
        />
        <Place
          name="Reviews on the home page"
          path={apiPaths.firstSteps}
          words={({ hasSampleTestimonials }: Steps) =>
            hasSampleTestimonials ? 'Samples, marked as samples' : 'No samples'
          }
          href={adminPaths.results}
        />
        <Place
          name="Backups"
          path={apiPaths.backups}
          words={({ nextAt }: BackupStatus) => (
            <>
              {nextAt ? (
                <>
                  Next: <TimeUntil at={nextAt} />
                </>
              ) : (
                'None scheduled'
              )}
            </>
          )}
          href={adminPaths.backups}
        />
        <Place
          name="Signing in"
          path={apiPaths.accountSettings}
          words={({ requiresSecondFactor }: { requiresSecondFactor: boolean }) =>
            requiresSecondFactor ? 'Everyone needs a second step' : 'A password is enough'
          }
          href={adminPaths.team}
        />
      </dl>
    </OfficePart>
  )
}

const kindsOf = (kinds: readonly string[], muted: readonly string[]) =>
  `${kinds.filter((kind) => !muted.includes(kind)).length} of ${kinds.length} kinds`

const serverWords = ({ setBy, host, fromAddress }: MailSetup) =>
  setBy === 'nobody' ? 'None, so no email leaves' : `${host}, from ${fromAddress}`

function Place<Data>({ name, path, words, href }: PlaceProps<Data>) {
  const { data, isError } = useServerData<Data>(path)
  return (
    <div>
      <dt className="strong">{name}</dt>
      <dd>
        <bdi>{data === undefined ? (isError ? 'Not known just now' : '…') : words(data)}</bdi>{' '}
        <Link className="text-button" href={href}>
          Change
          <span className="hidden-text"> {name.toLowerCase()}</span>
        </Link>
      </dd>
    </div>
  )
}
