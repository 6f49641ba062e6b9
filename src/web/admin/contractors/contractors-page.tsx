import { business } from '#/content/business.ts'
import type { OfferSettings } from '#/contracts/referrals/offers.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { OfficePart } from '../shell/part-form.tsx'
import { Loading, QueryFailure } from '../shell/query-states.tsx'
import { useChange, useServerData } from '../shell/server-data.ts'
import { ContractorForm } from './contractor-form.tsx'
import { ContractorList } from './contractor-list.tsx'
import { ImportContractors } from './import-contractors.tsx'
import { useContractors, useView } from './use-contractors.ts'

const { openingHours, emergencyMinutes } = business.offerAnswer

/** Whether the server offers new leads by itself, and a button that changes it. */
function AutomaticOffers() {
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

/** The heading of the page, and its name in the header. */
export const contractorsTitle = 'Contractors'

/** The contractors of the network: who they are, what they do, and what keeps offers away from them. */
export function ContractorsPage() {
  const [view, show] = useView()
  const query = useContractors()
  const showList = () => show(undefined)
  if (view === 'import') return <ImportContractors onDone={showList} />
  if (view === 'add') return <ContractorForm onDone={showList} />
  const edited = query.data?.find(({ id }) => id === view)
  if (edited) return <ContractorForm key={edited.id} contractor={edited} onDone={showList} />
  return (
    <section className="contractors" aria-label="Contractors">
      <p className="office-lead">
        The contractors you refer requests to. A contractor whose license or insurance has lapsed
        gets no offers; you are warned 30 days ahead.
      </p>
      {view !== undefined && query.data && (
        <p className="office-lead" role="status">
          That contractor is no longer on the list.
        </p>
      )}
      <QueryFailure query={query} text="Failed to fetch the contractors" />
      {query.isPending && <Loading />}
      {query.data && <ContractorList contractors={query.data} onShow={show} />}
      <AutomaticOffers />
    </section>
  )
}
