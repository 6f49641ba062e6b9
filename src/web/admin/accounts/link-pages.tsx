import { type ReactNode, useEffect, useState } from 'react'
import { api } from '#/contracts/endpoints/api.ts'
import type { Endpoint } from '#/contracts/endpoints/endpoint.ts'
import type { Role } from '#/contracts/limits.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { refusalOf } from '../../request.ts'
import { accountEmail, newPassword, ownName } from '../shell/field-form.tsx'
import { Card } from '../shell/page-parts.tsx'
import { Loading, QueryFailure } from '../shell/query-states.tsx'
import { CardForm, type CardFormProps, SetupSteps, useAnswer } from './card-form.tsx'
import { openAfterSignIn } from './path-after-sign-in.ts'

/**
 * The one-time token of a link, taken out of the address bar so that no browser history and no shared
 * screen shows it. Undefined before the first effect; empty where there is none.
 */
function useLinkToken(): string | undefined {
  const [token, setToken] = useState<string>()

  useEffect(() => {
    setToken(location.hash.slice(1))
    history.replaceState(history.state, '', location.pathname + location.search)
    // A link that is pasted while this page is open does not reload it.
    const reload = () => location.reload()
    addEventListener('hashchange', reload)
    return () => removeEventListener('hashchange', reload)
  }, [])

  return token
}

type LinkPageProps<Answer, Data> = CardFormProps<Answer> & {
  heading: string
  /** Says whether the link works, and what it is about. */
  check?: Endpoint<string, { token: string }, Data>
  /** Shown where the address has no token. */
  withoutToken?: ReactNode
  below?: ReactNode
  /** What stands above the fields; `data` is what the check returned. */
  children?: (data: Data) => ReactNode
}

/** A page that is opened by a link of a mail or of the terminal, with its form. */
function LinkPage<Answer, Data = object>(props: LinkPageProps<Answer, Data>) {
  const { heading, check, withoutToken = toWholeLink, below, children, ...form } = props
  const token = useLinkToken()
  const query = useAnswer(token ? check : undefined, token)
  const data = check ? query.data : ({} as Data)
  return (
    <Card heading={heading}>
      {(token === undefined || query.isLoading) && <Loading />}
      {token === '' && withoutToken}
      <QueryFailure query={query} text={refusalOf(query.error)} />
      {token && data !== undefined && (
        <CardForm {...form} token={token}>
          {children?.(data)}
        </CardForm>
      )}
      {below && <p>{below}</p>}
    </Card>
  )
}

const toWholeLink = <p>To open this page, use the whole link you were sent.</p>

const toSignIn = (
  <>
    If you have an account already, <a href={adminPaths.signIn}>sign in</a>.
  </>
)

/**
 * Gives an account another address, by the link of a mail. It takes a press of a button, because
 * programs that look for spam open links too.
 */
export function ConfirmEmailPage() {
  return (
    <LinkPage
      heading="Confirm your address"
      endpoint={api.confirmEmail}
      fields={[]}
      button="This is my address"
      busy="Confirming…"
      after={({ data }) => (
        <p role="status">
          From now on you sign in as <bdi>{data.email}</bdi>.{' '}
          <a href={adminPaths.account}>My account</a>
        </p>
      )}
    >
      {() => <p>From now on you’ll sign in with it, and emails about your account go there.</p>}
    </LinkPage>
  )
}

/** Sets a new password, by the link of a mail. */
export function NewPasswordPage() {
  return (
    <LinkPage
      heading="Set a new password"
      endpoint={api.resetPassword}
      fields={[newPassword('New password')]}
      button="Set password"
      busy="Setting…"
      after={() => (
        <p role="status">
          Your password is set, and you’re signed out everywhere.{' '}
          <a href={adminPaths.signIn}>Sign in</a> with the new one.
        </p>
      )}
      below={<a href={adminPaths.forgotPassword}>Request another link</a>}
    />
  )
}

const mayDo: Record<Role, string> = {
  admin: 'handle customers’ requests and everything else',
  editor: 'edit what search engines see about the pages',
}

/** Makes the account of a person who was invited. */
export function InvitationPage() {
  return (
    <LinkPage
      heading="You’re invited"
      check={api.openInvitation}
      endpoint={api.acceptInvitation}
      fields={[ownName(), newPassword()]}
      button="Create account"
      busy="Creating account…"
      onAnswer={({ data }) => openAfterSignIn(data.role)}
      below={toSignIn}
    >
      {({ email, role, invitedBy }) => (
        <>
          <p>
            <bdi>{invitedBy}</bdi> invites <bdi>{email}</bdi> to {mayDo[role]}.
          </p>
          {/* So that a password manager knows whose password it is. */}
          <input
            className="hidden-text"
            type="email"
            autoComplete="username"
            value={email}
            readOnly
            tabIndex={-1}
            aria-hidden="true"
          />
        </>
      )}
    </LinkPage>
  )
}

/** Makes the first admin, with the link that the server prints on its terminal. */
export function SetupPage() {
  return (
    <LinkPage
      heading="Create the first admin"
      check={api.setupCheck}
      withoutToken={
        <>
          <p>
            This page opens only from its setup link, which is printed only while there is no admin.
          </p>
          <SetupSteps />
        </>
      }
      endpoint={api.setup}
      fields={[accountEmail(), newPassword()]}
      button="Create account"
      busy="Creating account…"
      onAnswer={({ data }) => openAfterSignIn(data.role)}
      below={toSignIn}
    >
      {() => <p>This account can see and handle every request customers send.</p>}
    </LinkPage>
  )
}
