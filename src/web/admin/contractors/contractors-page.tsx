import { useState } from 'react'
import { Link } from 'wouter'
import { navigate, useSearch } from 'wouter/use-browser-location'
import { api } from '#/contracts/endpoints/api.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { SettingPart } from '../shell/part-form.tsx'
import { Fetched } from '../shell/query-states.tsx'
import { useData } from '../shell/use-api.ts'
import { ContractorDetailPage } from './contractor-detail.tsx'
import { ContractorForm } from './contractor-form.tsx'
import { ContractorList, type ListState } from './contractor-list.tsx'
import { ImportContractors } from './import-contractors.tsx'

/** Whether the server offers new leads by itself, and a button that changes it. */
function AutomaticOffers() {
  return (
    <SettingPart
      heading="Offers"
      setting={api.offerSettings}
      name="isAutomatic"
      on={{
        meaning:
          'New requests are offered automatically, first to the contractor who fits best. If there’s no answer in time, we ask the next. We’ll notify you right away if no one is left.',
        button: 'Offer requests by hand',
      }}
      off={{
        meaning: 'You choose a contractor for each new request in the inbox.',
        button: 'Offer requests automatically',
      }}
    >
      <p>
        <Link className="text-button" href={adminPaths.settings}>
          Change how long they have to answer
        </Link>
      </p>
    </SettingPart>
  )
}

const firstState: ListState = { q: undefined, isTroubled: false }

/** The contractors of the network: who they are, what they do, and what keeps offers away from them. */
export default function ContractorsPage() {
  // What is shown stands in the address, so that the browser's back button leads to the list.
  const params = new URLSearchParams(useSearch())
  const [state, setState] = useState(firstState)
  // What was pressed to come here is gone with its page: the focus goes to the head of the list.
  const [hasMoved, setMoved] = useState(false)
  const query = useData(api.contractors, {}, { refetchOnMount: 'always' })
  const show = (search: string) => {
    setMoved(true)
    navigate(location.pathname + search)
    scrollTo({ top: 0 })
  }
  const showList = () => show('')
  if (params.has('import')) return <ImportContractors onDone={showList} />
  if (params.has('add')) return <ContractorForm onDone={showList} />
  const wanted = params.get('edit') ?? params.get('show')
  const shown = query.data?.find(({ id }) => id === Number(wanted))
  if (shown && params.has('edit'))
    return <ContractorForm key={shown.id} contractor={shown} onDone={showList} />
  if (shown) {
    return (
      <ContractorDetailPage
        key={shown.id}
        contractor={shown}
        onDone={showList}
        onEdit={() => show(`?edit=${shown.id}`)}
      />
    )
  }
  // Until it is known whether the contractor is there it is not the list.
  const isList = wanted === null || query.data !== undefined
  return (
    <section className="column contractors" aria-label="Contractors">
      {isList && (
        <p className="office-lead">
          The contractors you refer requests to. A contractor with an expired license or insurance
          gets no offers. We warn you 30 days ahead.
        </p>
      )}
      {wanted !== null && query.data && (
        <p className="office-lead" role="status">
          That contractor is no longer on the list.
        </p>
      )}
      <Fetched query={query} failure="Failed to fetch the contractors">
        {(contractors) => (
          <ContractorList
            contractors={contractors}
            state={state}
            takesFocus={hasMoved}
            onState={setState}
            onShow={show}
          />
        )}
      </Fetched>
      {isList && <AutomaticOffers />}
    </section>
  )
}
