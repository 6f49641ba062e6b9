import { OfficePart } from '../shell/part-form.tsx'
import { QueryFailure } from '../shell/query-states.tsx'
import { useAccountSettings, useRequireSecondFactor } from './use-second-factors.ts'

/** Whether everyone needs a second factor, and a button that changes it. */
export function RequireSecondFactor() {
  const settings = useAccountSettings()
  const { mutate: require, isPending } = useRequireSecondFactor()
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
