import { useMutation } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import { adminPaths, apiPaths, pagePaths } from '#/contracts/routes.ts'
import { request } from '../../request.ts'
import { Icon } from '../../ui/icon.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { useSite } from '../../words.ts'
import { Brand } from './brand.tsx'
import { useCurrentUser } from './use-current-user.ts'

function useSignOut() {
  const { apiBaseUrl } = useSite()
  return useMutation({
    mutationFn: () => request('POST', apiPaths.signOut, { apiBaseUrl }),
    onSuccess: () => navigate(adminPaths.signIn, { replace: true }),
    onError: () => showToast({ title: 'Error', text: 'Failed to sign out', tone: 'destructive' }),
  })
}

/** The back office's header: whose it is, who is signed in, the ways out. */
export function AdminHeader() {
  const user = useCurrentUser()
  const signOut = useSignOut()
  return (
    <header className="office-header">
      <div className="office-header-row">
        <Brand />
        <p className="signed-in">
          {user.data && (
            <>
              <span className="signed-in-label">Signed in as </span>
              <bdi>{user.data.email}</bdi>
            </>
          )}
        </p>
        <a className="header-action view-site" href={pagePaths.home}>
          <span>View site</span>
          <Icon name="external-link" />
        </a>
        <button
          className="header-action"
          type="button"
          disabled={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          Sign out
        </button>
      </div>
    </header>
  )
}
