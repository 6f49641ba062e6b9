import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import type { changeFirstStepsSchema, FirstSteps as Steps } from '#/contracts/health/first-steps.ts'
import { adminPaths, backupsOfficePath } from '#/contracts/routes.ts'
import { Icon } from '../../ui/icon.tsx'
import { counted } from '../shell/counts.ts'
import { Switch } from '../shell/filters.tsx'
import { useChange, useServerData } from '../shell/server-data.ts'
import { ExactTime } from '../shell/times.tsx'

type Body = z.infer<typeof changeFirstStepsSchema>

/** What an owner sees to before leads come, until it is done or the owner puts it away. */
export function FirstSteps() {
  const { data: steps } = useServerData<Steps>(api.firstSteps.path, {
    // Other pages do some of it too.
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.data.isPutAway ? false : 15_000),
  })
  const {
    mutate: change,
    variables,
    isPending,
  } = useChange<Body, { data: Steps }>({
    call: (body) => ({ method: 'PATCH', path: api.changeFirstSteps.path, body }),
    failure: 'Failed to update the first steps',
    answers: api.firstSteps.path,
  })
  if (!steps || steps.isPutAway) return null
  // As the owner has set it, even while the server does not know yet.
  const isBackedUp = (isPending ? variables.isBackedUp : undefined) ?? steps.isBackedUp
  const list = stepsOf({ ...steps, isBackedUp }, change)
  const count = list.filter(({ isDone }) => isDone).length
  if (count === list.length) return null
  const next = list.findIndex(({ isDone }) => !isDone)
  return (
    <section className="first-steps office-notice" aria-label="First steps">
      <h2>
        First steps: {count} of {list.length} done
      </h2>
      <ol>
        {list.map((step, at) => (
          <Step key={step.heading} {...step} isNext={at === next} isBefore={at === next - 1} />
        ))}
      </ol>
      <button className="text-button" type="button" onClick={() => change({ isPutAway: true })}>
        Hide this list
      </button>
    </section>
  )
}

type StepProps = { isDone: boolean; heading: string; children: ReactNode }

const notifications = `${adminPaths.leads}?tab=notifications`

/** The way from nothing to the first request that a contractor has. */
function stepsOf(steps: Steps, change: (body: Body) => void): StepProps[] {
  const { hasMailServer, mailTestedAt, activeRecipients, activeWebhooks, contractors } = steps
  const { offersAutomatically, sendsVisitorMails } = steps
  return [
    {
      heading: 'Put your name and phone number on the site',
      isDone: steps.isBusinessSet,
      children: (
        <p>
          <Link className="text-button" href={adminPaths.settings}>
            Enter them in Settings
          </Link>
        </p>
      ),
    },
    {
      heading: 'Set up email, and send a test',
      isDone: hasMailServer && mailTestedAt !== null,
      children: (
        <p>
          {hasMailServer ? 'Email is set up. ' : 'No email leaves yet. '}
          {mailTestedAt && (
            <>
              Last test email sent: <ExactTime at={mailTestedAt} />.{' '}
            </>
          )}
          <Link className="text-button" href={notifications}>
            {hasMailServer ? 'Send a test email' : 'Enter your mail server'}
          </Link>
        </p>
      ),
    },
    {
      heading: 'Choose who is told of new requests',
      isDone: activeRecipients + activeWebhooks > 0,
      children: (
        <p>
          {`${counted(activeRecipients, 'recipient')} by email, ${counted(activeWebhooks, 'other program')}. `}
          <Link className="text-button" href={notifications}>
            Choose who is told
          </Link>
        </p>
      ),
    },
    {
      heading: 'Add contractors to ask',
      isDone: contractors > 0,
      children: (
        <p>
          {contractors > 0 ? `${counted(contractors, 'contractor')}. ` : 'None yet. '}
          <Link className="text-button" href={`${adminPaths.contractors}?add`}>
            Add a contractor
          </Link>{' '}
          or{' '}
          <Link className="text-button" href={`${adminPaths.contractors}?import`}>
            import your own sheet
          </Link>
        </p>
      ),
    },
    {
      heading: 'Decide who asks the contractors',
      isDone: offersAutomatically !== null,
      children: (
        <Decision
          about="Automatically, each new request goes to the contractor who fits best, then to the next, until one accepts. By hand, you choose in the inbox."
          path={api.offerSettings.read.path}
          name="isAutomatic"
          isOn={offersAutomatically}
          labels={['Automatically', 'By hand']}
        />
      ),
    },
    {
      heading: 'Decide whether visitors get email',
      isDone: sendsVisitorMails !== null,
      children: (
        <Decision
          about="Visitors can be told that their request was received, which contractor has it and what has changed, and be asked once how it went."
          path={api.visitorMails.read.path}
          name="sendsMails"
          isOn={sendsVisitorMails}
          labels={['Email visitors', 'No emails to visitors']}
        />
      ),
    },
    {
      heading: 'Show real reviews, or none, on the home page',
      isDone: !steps.hasSampleTestimonials,
      children: (
        <p>
          The samples go with the first review of a customer that the home page shows, or once you
          switch them off.{' '}
          <Link className="text-button" href={adminPaths.results}>
            See the ratings
          </Link>
        </p>
      ),
    },
    {
      heading: 'Have a backup on another machine',
      isDone: steps.isBackedUp || steps.isSentElsewhere,
      children: (
        <>
          <p>
            Requests, notes and settings are all in the database.{' '}
            <Link className="text-button" href={backupsOfficePath}>
              Backups
            </Link>{' '}
            under Settings shows when it is backed up.{' '}
            {steps.isSentElsewhere
              ? 'Each file is sent to another machine too.'
              : 'Have the files copied to another machine too: a disk can burn.'}
          </p>
          {!steps.isSentElsewhere && (
            <Switch
              label="We have a backup"
              isOn={steps.isBackedUp}
              onSwitch={(isOn) => change({ isBackedUp: isOn })}
            />
          )}
        </>
      ),
    },
  ]
}

/** Open while it is the next to be done, and while the one after it is: what it answered stands in it. */
function Step(props: StepProps & { isNext: boolean; isBefore: boolean }) {
  const { isDone, isNext, isBefore, heading, children } = props
  const [wasNext, setWasNext] = useState(isNext)
  if (isNext && !wasNext) setWasNext(true)
  return (
    <li className="first-step" data-done={isDone || undefined}>
      <span className="first-step-mark">{isDone && <Icon name="badge-check" />}</span>
      <details className="opener" open={isNext || (wasNext && isBefore)}>
        <summary>
          <h3>
            {heading}
            <span className="hidden-text">{isDone ? ': done' : ': not done yet'}</span>
          </h3>
        </summary>
        <div className="first-step-body">{children}</div>
      </details>
    </li>
  )
}

type DecisionProps = {
  about: string
  path: string
  /** The setting's name in the API. */
  name: string
  /** Null before it was decided. */
  isOn: boolean | null
  labels: [on: string, off: string]
}

/** A choice of two, neither of which is taken before the owner takes it. */
function Decision({ about, path, name, isOn, labels }: DecisionProps) {
  const { mutate, isPending } = useChange<boolean>({
    call: (next) => ({ method: 'PUT', path, body: { [name]: next } }),
    failure: 'Failed to change the setting',
    refetches: [path, api.firstSteps.path],
  })
  return (
    <>
      <p>{about}</p>
      <div className="actions">
        {[true, false].map((choice, at) => (
          <button
            key={labels[at]}
            className={isOn === choice ? 'btn btn-small' : 'btn btn-line btn-small'}
            type="button"
            aria-pressed={isOn === choice}
            aria-disabled={isPending}
            onClick={() => isPending || mutate(choice)}
          >
            {labels[at]}
          </button>
        ))}
      </div>
    </>
  )
}
