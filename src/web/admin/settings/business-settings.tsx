import { formatPhone } from '#/contracts/leads/contact-details.ts'
import { longestBusinessName } from '#/contracts/limits.ts'
import { apiPaths } from '#/contracts/routes.ts'
import type { Business } from '#/contracts/settings/business.ts'
import { InputField } from '../../ui/fields.tsx'
import { OfficePart, PartForm } from '../shell/part-form.tsx'
import { Fetched } from '../shell/query-states.tsx'
import { useChange, useServerData } from '../shell/server-data.ts'

type Fact = 'name' | 'phone'

const labels: Record<Fact, string> = { name: 'Name', phone: 'Phone number' }

const shown = (fact: Fact, { [fact]: { value } }: Business) =>
  fact === 'phone' ? formatPhone(value) : value

/** The name and the phone number of the business, with a form for those that the machine does not set. */
export function BusinessSettings() {
  return (
    <OfficePart heading="The business">
      <BusinessFacts />
    </OfficePart>
  )
}

/** The same without its heading. */
export function BusinessFacts() {
  const query = useServerData<Business>(apiPaths.business)
  return (
    <Fetched query={query} failure="Failed to fetch the settings">
      {(business) => <BusinessForm business={business} />}
    </Fetched>
  )
}

function BusinessForm({ business }: { business: Business }) {
  const save = useChange<Record<string, string>, { data: Business }>({
    call: (body) => ({ method: 'PUT', path: apiPaths.business, body }),
    success: 'The business was saved',
    answers: apiPaths.business,
    refetches: [apiPaths.firstSteps],
  })
  const isFixed = (fact: Fact) => business[fact].setBy === 'machine'
  const facts: Fact[] = ['name', 'phone']
  const changeable = facts.filter((fact) => !isFixed(fact))
  return (
    <>
      {facts.filter(isFixed).map((fact) => (
        <p key={fact} className="office-about">
          {labels[fact]}, set by the machine: <bdi>{shown(fact, business)}</bdi>. Whoever runs the
          machine can change it.
        </p>
      ))}
      {changeable.length > 0 && (
        <PartForm
          fields={changeable}
          prefix="business-"
          button="Save"
          busy="Saving…"
          onSend={save.mutateAsync}
        >
          {(problems) =>
            changeable.map((fact) => (
              <InputField
                // What was stored stands in it then, in its usual form.
                key={fact + business[fact].value}
                frame={{ name: `business-${fact}`, label: labels[fact], problem: problems[fact] }}
                autoComplete="off"
                {...(fact === 'phone'
                  ? { inputMode: 'tel' as const }
                  : { maxLength: longestBusinessName })}
                defaultValue={shown(fact, business)}
              />
            ))
          }
        </PartForm>
      )}
    </>
  )
}
