import { useEffect, useState } from 'react'
import { adminPaths, apiPaths } from '#/contracts/routes.ts'
import { Card } from '../shell/page-parts.tsx'
import { AccountForm } from './account-form.tsx'

/** Makes the first admin, with the link that the server prints on its terminal. */
export function SetupPage() {
  const token = useSetupToken()
  return (
    <Card heading="Create the first admin" title="Set up">
      {token === undefined && <p role="status">Loading...</p>}
      {token === '' && <MissingToken />}
      {token && (
        <>
          <p>This account reads and works the requests that visitors send.</p>
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

/**
 * The one-time token of a setup link, taken out of the address bar so that no browser history and no
 * shared screen shows it. Undefined before the first effect; empty where there is none.
 */
function useSetupToken(): string | undefined {
  const [token, setToken] = useState<string>()

  useEffect(() => {
    function takeToken() {
      const found = location.hash.slice(1)
      // The hash is empty once the token was taken: then the known one stays.
      setToken((known) => found || known || '')
      if (found) history.replaceState(history.state, '', location.pathname + location.search)
    }
    takeToken()
    // A link that is pasted while this page is open does not reload it.
    addEventListener('hashchange', takeToken)
    return () => removeEventListener('hashchange', takeToken)
  }, [])

  return token
}

function MissingToken() {
  return (
    <>
      <p>This page works only through its setup link.</p>
      <ol className="steps">
        <li>Look at the terminal where the server was started.</li>
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
