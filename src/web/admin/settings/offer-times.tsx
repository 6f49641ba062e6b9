import { apiPaths } from '#/contracts/routes.ts'
import { type OfferTimes, offerTimeLimits } from '#/contracts/settings/offer-times.ts'
import { InputField } from '../../ui/fields.tsx'
import { OfficePart, PartForm } from '../shell/part-form.tsx'
import { Fetched } from '../shell/query-states.tsx'
import { useChange, useServerData } from '../shell/server-data.ts'

const labels: Record<keyof OfferTimes, string> = {
  openingHours: 'Opening hours to answer',
  emergencyMinutes: 'Minutes to answer in an emergency',
  askedInEmergency: 'Contractors asked at once in an emergency',
}

const fields = Object.keys(labels) as (keyof OfferTimes)[]

/** How long contractors have to answer, and how many are asked at once. */
export function OfferTimeSettings() {
  const query = useServerData<OfferTimes>(apiPaths.offerTimes)
  return (
    <OfficePart heading="Offers to contractors">
      <p className="office-about">
        How long a contractor has to answer; then the next one is asked. A change counts for the
        offers that go out from then on.
      </p>
      <Fetched query={query} failure="Failed to fetch the times">
        {(times) => <TimesForm times={times} />}
      </Fetched>
    </OfficePart>
  )
}

function TimesForm({ times }: { times: OfferTimes }) {
  const save = useChange<Record<string, string>, { data: OfferTimes }>({
    call: (body) => ({ method: 'PUT', path: apiPaths.offerTimes, body }),
    success: 'The times to answer were saved',
    answers: apiPaths.offerTimes,
  })
  return (
    <PartForm
      fields={fields}
      prefix="offer-"
      button="Save"
      busy="Saving…"
      onSend={save.mutateAsync}
    >
      {(problems) =>
        fields.map((field) => {
          const [least, most] = offerTimeLimits[field]
          return (
            <InputField
              key={field + times[field]}
              frame={{
                name: `offer-${field}`,
                label: labels[field],
                hint: `From ${least} to ${most}.`,
                problem: problems[field],
              }}
              inputMode="numeric"
              autoComplete="off"
              defaultValue={String(times[field])}
            />
          )
        })
      }
    </PartForm>
  )
}
