import { Link } from 'wouter'
import { business } from '#/content/business.ts'
import { adminPaths, apiPaths } from '#/contracts/routes.ts'
import { type Claims, claimIds } from '#/contracts/settings/claims.ts'
import { InputField } from '../../ui/fields.tsx'
import { OfficePart, PartForm } from '../shell/part-form.tsx'
import { Fetched } from '../shell/query-states.tsx'
import { useChange, useServerData } from '../shell/server-data.ts'

/** The numbers that the page about the business claims. */
export function ClaimSettings() {
  const query = useServerData<Claims>(apiPaths.claims)
  return (
    <OfficePart heading="Numbers on the site">
      <p className="office-about">
        The page about the business shows these. Say only what is true: under{' '}
        <Link className="text-button" href={adminPaths.results}>
          Results
        </Link>{' '}
        each stands next to what your records show. An empty one is not shown.
      </p>
      <Fetched query={query} failure="Failed to fetch the numbers">
        {(claims) => <ClaimsForm claims={claims} />}
      </Fetched>
    </OfficePart>
  )
}

function ClaimsForm({ claims }: { claims: Claims }) {
  const save = useChange<Record<string, string>, { data: Claims }>({
    call: (body) => ({ method: 'PUT', path: apiPaths.claims, body }),
    success: 'The numbers were saved',
    answers: apiPaths.claims,
  })
  return (
    <PartForm
      fields={claimIds}
      prefix="claim-"
      button="Save"
      busy="Saving…"
      onSend={save.mutateAsync}
    >
      {(problems) =>
        business.stats.map(({ id, label }) => (
          <InputField
            key={id + claims[id]}
            frame={{ name: `claim-${id}`, label, problem: problems[id] }}
            autoComplete="off"
            defaultValue={claims[id]}
          />
        ))
      }
    </PartForm>
  )
}
