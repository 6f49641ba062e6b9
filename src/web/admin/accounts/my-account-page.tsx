import type { AccountSession, User } from '#/contracts/accounts/accounts.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { Button } from '../../ui/button.tsx'
import { accountEmail, FieldForm, newPassword, ownName } from '../shell/field-form.tsx'
import { OfficeRow, Sent } from '../shell/page-parts.tsx'
import { OfficePart } from '../shell/part-form.tsx'
import { Fetched } from '../shell/query-states.tsx'
import { Time } from '../shell/times.tsx'
import { useChange, useData } from '../shell/use-api.ts'
import { SecondFactors } from './second-factors.tsx'

/** What everybody may change of their own account. */
export default function MyAccountPage() {
  return (
    <div className="columns">
      <Fetched query={useData(api.currentUser)} failure="Failed to fetch your account">
        {(user) => (
          <>
            <div className="column">
              <SecondFactors />
              <Sessions />
            </div>
            <div className="column">
              <Name {...user} />
              <Email {...user} />
              <Password />
            </div>
          </>
        )}
      </Fetched>
    </div>
  )
}

function Name({ name, email }: User) {
  const { mutateAsync: change } = useChange(api.changeName, {
    success: 'Your name was changed',
  })
  return (
    <OfficePart heading="Name">
      <FieldForm
        fields={[ownName('Earlier entries keep the old one.', name === email ? '' : name)]}
        button="Save name"
        save={(typed) => change(typed)}
      />
    </OfficePart>
  )
}

function Email({ email }: User) {
  const { mutateAsync: change, data, variables, isPending } = useChange(api.myEmail, {})
  return (
    <OfficePart heading="Email address">
      <p className="office-about">
        You sign in as <bdi>{email}</bdi>. A new address takes effect once you open the link sent to
        it.
      </p>
      <FieldForm
        fields={[accountEmail('New address')]}
        button="Send the link"
        busy="Sending…"
        save={(typed) => change(typed)}
      />
      <div role="status">
        {data && !isPending && (
          <Sent outcome={data.outcome} problem={data.problem}>
            A link is on its way to <bdi>{variables?.email}</bdi>. It works once, for 24 hours.
          </Sent>
        )}
      </div>
    </OfficePart>
  )
}

function Password() {
  const { mutateAsync: change } = useChange(api.myPassword, {
    success: 'Your password was changed',
  })
  return (
    <OfficePart heading="Password">
      <p className="office-about">A new password signs out every other browser.</p>
      <FieldForm
        fields={[
          { name: 'currentPassword', label: 'Current password', kind: 'current-password' },
          newPassword('New password'),
        ]}
        button="Change password"
        busy="Changing…"
        save={(typed) => change(typed)}
      />
    </OfficePart>
  )
}

const sessionsTitle = 'Where you’re signed in'

/** Where one is signed in, each with a button that ends it. */
function Sessions() {
  const sessions = useData(api.mySessions, {}, { refetchOnMount: 'always' })
  const { mutate: end } = useChange(api.endSession, {
    send: (sessionId: string) => ({ params: { sessionId } }),
    success: 'That browser is signed out',
    failure: 'Failed to sign out that browser',
  })
  const { mutate: endOthers } = useChange(api.endOtherSessions, {
    success: 'Every other browser is signed out',
    failure: 'Failed to sign out the others',
  })
  return (
    <OfficePart heading={sessionsTitle}>
      <p className="office-about">
        Don’t recognize one of these? Sign it out and change your password.
      </p>
      <Fetched query={sessions} failure="Failed to fetch your sessions">
        {(list) => (
          <>
            <ul className="ruled-list" aria-label={sessionsTitle}>
              {list.map((session) => (
                <SessionRow key={session.id} session={session} onEnd={end} />
              ))}
            </ul>
            {list.length > 1 && (
              <p>
                <Button look="line" isGoing onPress={() => endOthers()}>
                  Sign out everywhere else
                </Button>
              </p>
            )}
          </>
        )}
      </Fetched>
    </OfficePart>
  )
}

/** What a browser calls itself, and its name: a later one calls itself by those before it too. */
const browsers = ['Firefox', 'FxiOS', 'Edg', 'OPR', 'CriOS', 'Chrome', 'Safari']
const systems = ['Windows', 'iPhone', 'iPad', 'Android', 'Mac OS X', 'Linux']
const shortNames: Record<string, string> = {
  FxiOS: 'Firefox',
  Edg: 'Edge',
  OPR: 'Opera',
  CriOS: 'Chrome',
  'Mac OS X': 'Mac',
}

/** `Chrome on Linux`, or what the browser says where it says neither. */
function browserInWords(userAgent: string): string {
  const found = [browsers, systems].map((names) => names.find((name) => userAgent.includes(name)))
  const names = found.filter((name) => name !== undefined)
  if (names.length === 0) return userAgent || 'Unknown browser'
  return names.map((name) => shortNames[name] ?? name).join(' on ')
}

type SessionRowProps = { session: AccountSession; onEnd: (id: string) => void }

function SessionRow({ session, onEnd }: SessionRowProps) {
  const { id, isThis, userAgent, address, signedInAt, lastUsedAt } = session
  return (
    <OfficeRow
      title={browserInWords(userAgent)}
      about={
        <p className="small muted">
          {address}, signed in <Time at={signedInAt} />, last used <Time at={lastUsedAt} />
        </p>
      }
      mark={isThis && 'This browser'}
      tone="good"
    >
      {!isThis && (
        <Button isGoing onPress={() => onEnd(id)}>
          Sign out
          <span className="hidden-text">
            : {browserInWords(userAgent)}, {address}
          </span>
        </Button>
      )}
    </OfficeRow>
  )
}
