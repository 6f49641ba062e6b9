import { adminPaths, apiPaths } from '#/contracts/routes.ts'
import { Card } from '../shell/page-parts.tsx'
import { AccountForm } from './account-form.tsx'
import { useAnswer } from './use-answer.ts'
import { useLinkToken } from './use-link-token.ts'

/** Makes the first admin, with the link that the server prints on its terminal. */
export function SetupPage() {
  const token = useLinkToken()
  const { data, problem } = useAnswer<object>(
    token ? { path: apiPaths.setupCheck, token } : undefined,
  )
  return (
    <Card heading="Create the first admin" title="Set up">
      {token !== '' && !data && !problem && <p role="status">Loading...</p>}
      {token === '' && <MissingToken />}
      {problem && (
        <>
          <p className="problem" role="alert">
            {problem}
          </p>
          <p>
            <a href={adminPaths.signIn}>Sign in</a>
          </p>
        </>
      )}
      {token && data && (
        <>
          <p>This account can see and handle every request that visitors send.</p>
          <AccountForm
            path={apiPaths.setup}
            more={{ token }}
            isNewPassword
            button="Create account"
            sending="Creating account…"
          />
        </>
      )}
    </Card>
  )
}

function MissingToken() {
  return (
    <>
      <p>This page opens only from its setup link.</p>
      <ol className="steps">
        <li>Look in the terminal where the server was started.</li>
        <li>
          Open the whole link printed there, with everything after the <code>#</code>.
        </li>
        <li>No link there, or an old one? Restart the server and it prints a new one.</li>
      </ol>
      <p>
        The link is printed only while there is no admin. If you have an account,{' '}
        <a href={adminPaths.signIn}>sign in</a>.
      </p>
    </>
  )
}
