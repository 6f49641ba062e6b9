import { business } from '#/content/business.ts'
import type { OfferSettings } from '#/contracts/referrals/offers.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { OfficePart } from '../shell/part-form.tsx'
import { QueryFailure } from '../shell/query-states.tsx'
import { useChange, useServerData } from '../shell/server-data.ts'

const { openingHours, emergencyMinutes } = business.offerAnswer

/** Whether the server offers new leads by itself, and a button that changes it. */
export function AutomaticOffers() {
  const settings = useServerData<OfferSettings>(apiPaths.offerSettings)
  const { mutate: set, isPending } = useChange({
    call: (isAutomatic: boolean) => ({
      method: 'PUT',
      path: apiPaths.offerSettings,
      body: { isAutomatic },
    }),
    failure: 'Failed to change the setting',
    showsReason: true,
    refetches: [apiPaths.offerSettings],
  })
  const isAutomatic = settings.data?.isAutomatic
  return (
    <OfficePart heading="Offers">
      <QueryFailure query={settings} text="Failed to fetch the setting" />
      <p className="office-about" role="status">
        {isAutomatic === true &&
          `New requests are offered automatically: to the contractor who fits best, then, without an answer in ${openingHours} business hours (in an emergency, ${emergencyMinutes} minutes), to the next, until one accepts. You are notified right away if no one is left.`}
        {isAutomatic === false &&
          'You decide in the inbox which contractor is offered a new request.'}
      </p>
      {isAutomatic !== undefined && (
        <p>
          <button
            className="btn btn-line btn-small"
            type="button"
            aria-disabled={isPending}
            onClick={() => isPending || set(!isAutomatic)}
          >
            {isAutomatic ? 'Offer requests by hand' : 'Offer requests automatically'}
          </button>
        </p>
      )}
    </OfficePart>
  )
}
