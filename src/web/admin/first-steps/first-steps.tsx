import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { z } from 'zod'
import type { changeFirstStepsSchema, FirstSteps as Steps } from '#/contracts/health/first-steps.ts'
import { adminPaths, apiPaths } from '#/contracts/routes.ts'
import { Icon } from '../../ui/icon.tsx'
import { TestMail } from '../notifications/test-mail.tsx'
import { counted } from '../shell/counts.ts'
import { Switch } from '../shell/filters.tsx'
import { useChange, useServerData } from '../shell/server-data.ts'
import { ExactTime } from '../shell/times.tsx'

type FirstStepsProps = {
  /** Opens the tab where recipients and webhooks are added. */
  openNotifications: () => void
}

/** What an owner sees to before leads come, until it is done or the owner puts it away. */
export function FirstSteps({ openNotifications }: FirstStepsProps) {
  // Read again as the mail server comes and goes.
  const { data: steps } = useServerData<Steps>(apiPaths.firstSteps, {
    refetchInterval: ({ state }) => (state.data?.data.isPutAway ? false : 15_000),
  })
  const {
    mutate: change,
    variables,
    isPending,
  } = useChange<z.infer<typeof changeFirstStepsSchema>, { data: Steps }>({
    call: (body) => ({ method: 'PATCH', path: apiPaths.firstSteps, body }),
    failure: 'Failed to update the first steps',
    answers: apiPaths.firstSteps,
  })
  if (!steps || steps.isPutAway) return null
  // As the owner has set it, even while the server does not know yet.
  const isBackedUp = (isPending ? variables.isBackedUp : undefined) ?? steps.isBackedUp
  const list: StepProps[] = [
    {
      heading: 'Someone is notified of new leads',
      isDone: steps.activeWebhooks > 0 || (steps.activeRecipients > 0 && !!steps.mailTestedAt),
      children: <WhoIsTold {...steps} openNotifications={openNotifications} />,
    },
    {
      heading: 'Email goes out through a mail server',
      isDone: steps.mailServer.isSet && steps.mailServer.isAnswering,
      children: <MailServer {...steps.mailServer} openNotifications={openNotifications} />,
    },
    {
      heading: 'No sample reviews are on the home page',
      isDone: !steps.hasSampleTestimonials,
      children: steps.hasSampleTestimonials ? (
        <p>
          Reviews on the home page are samples, and are marked as samples. All of them go with the
          first rating of a customer that you publish.{' '}
          <Link className="text-button" href={adminPaths.results}>
            Publish a rating, or show no samples
          </Link>
        </p>
      ) : (
        'The home page shows no samples.'
      ),
    },
    {
      heading: 'There is a backup',
      isDone: isBackedUp,
      children: (
        <>
          <p>
            Requests, notes and settings are all in the database. The page{' '}
            <Link className="text-button" href={adminPaths.backups}>
              Backups
            </Link>{' '}
            shows whether it is backed up every night. Have the files copied to another machine too:
            a disk can burn.
          </p>
          <Switch
            label="We have a backup"
            isOn={isBackedUp}
            onSwitch={(isOn) => change({ isBackedUp: isOn })}
          />
        </>
      ),
    },
  ]
  const count = list.filter(({ isDone }) => isDone).length
  if (count === list.length) return null
  return (
    <section className="first-steps office-notice" aria-label="First steps">
      <h2>
        First steps: {count} of {list.length} done
      </h2>
      <ol>
        {list.map((step) => (
          <Step key={step.heading} {...step} />
        ))}
      </ol>
      <button className="text-button" type="button" onClick={() => change({ isPutAway: true })}>
        Hide this list
      </button>
    </section>
  )
}

type StepProps = { isDone: boolean; heading: string; children: ReactNode }

function Step({ isDone, heading, children }: StepProps) {
  return (
    <li className="first-step" data-done={isDone || undefined}>
      <span className="first-step-mark">{isDone && <Icon name="badge-check" />}</span>
      <div className="first-step-body">
        <h3>
          {heading}
          <span className="hidden-text">{isDone ? ': done' : ': not done yet'}</span>
        </h3>
        {children}
      </div>
    </li>
  )
}

type WhoIsToldProps = Steps & Pick<FirstStepsProps, 'openNotifications'>

function WhoIsTold({ openNotifications, ...steps }: WhoIsToldProps) {
  const { activeRecipients, activeWebhooks, mailTestedAt } = steps
  const isAnybody = activeRecipients + activeWebhooks > 0
  return (
    <>
      <p>
        {isAnybody
          ? `${counted(activeRecipients, 'mail recipient')} and ${counted(activeWebhooks, 'webhook')}. `
          : 'No one yet. '}
        <button className="text-button" type="button" onClick={openNotifications}>
          {isAnybody ? 'Change who is notified' : 'Add someone to notify'}
        </button>
      </p>
      <TestMail name="first-test-mail" />
      {mailTestedAt && (
        <p>
          Last test email sent: <ExactTime at={mailTestedAt} />
        </p>
      )}
    </>
  )
}

type MailServerProps = Steps['mailServer'] & Pick<FirstStepsProps, 'openNotifications'>

function MailServer({ isSet, isAnswering, problem, askedAt, openNotifications }: MailServerProps) {
  if (!isSet) {
    return (
      <p>
        None is set up, so emails stay on the server as files.{' '}
        <button className="text-button" type="button" onClick={openNotifications}>
          Set it up
        </button>
      </p>
    )
  }
  if (askedAt === null) return <p>Not checked yet.</p>
  return (
    <p className={isAnswering ? undefined : 'problem'}>
      {isAnswering ? 'It responds.' : (problem ?? 'It does not respond.')} Last checked:{' '}
      <ExactTime at={askedAt} />
    </p>
  )
}
