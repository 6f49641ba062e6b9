import type { AccountSettings } from '#/contracts/accounts/second-factors.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { OfficePart } from '../shell/part-form.tsx'
import { QueryFailure } from '../shell/query-states.tsx'
import { useChange, useServerData } from '../shell/server-data.ts'

/** Whether everyone needs a second factor, and a button that changes it. */
export function RequireSecondFactor() {
  const settings = useServerData<AccountSettings>(apiPaths.accountSettings)
  const { mutate: require, isPending } = useChange({
    call: (requiresSecondFactor: boolean) => ({
      method: 'PATCH',
      path: apiPaths.accountSettings,
      body: { requiresSecondFactor },
    }),
    success: 'The setting was saved',
    failure: 'Failed to save the setting',
    showsReason: true,
    refetches: [apiPaths.accountSettings, apiPaths.secondFactors],
  })
  const isRequired = settings.data?.requiresSecondFactor
  return (
    <OfficePart heading="Second factor">
      <QueryFailure query={settings} text="Failed to fetch the setting" />
      <p className="office-about" role="status">
        {isRequired === true &&
          'Everyone needs a second factor: an account without one can only set one up.'}
        {isRequired === false &&
          'Everyone decides for themselves whether signing in takes more than a password.'}
      </p>
      {isRequired !== undefined && (
        <p>
          <button
            className="btn btn-line btn-small"
            type="button"
            aria-disabled={isPending}
            onClick={() => isPending || require(!isRequired)}
          >
            {isRequired ? 'Stop requiring it' : 'Require it for everyone'}
          </button>
        </p>
      )}
    </OfficePart>
  )
}
