import { business } from '#/content/business.ts'
import { areSamples } from '#/content/testimonials.ts'
import type { PromiseCheck, PromiseId } from '#/contracts/results/results.ts'
import { apiPaths } from '#/contracts/routes.ts'
import type { ClaimId, Claims } from '#/contracts/settings/claims.ts'
import { countText } from '../shell/counts.ts'
import { OfficePart } from '../shell/part-form.tsx'
import { Loading, QueryFailure } from '../shell/query-states.tsx'
import { useServerData } from '../shell/server-data.ts'

const { responsePromise } = business

const labelOf = (id: ClaimId) => business.stats.find((each) => each.id === id)?.label ?? ''

/** What the site says, in its own words. */
const claimsOf = (numbers: Claims): Record<PromiseId, string> => ({
  answer: `A reply ${responsePromise.estimate}`,
  emergency: `Emergencies in ${responsePromise.emergency}`,
  matching: `A contractor within ${responsePromise.matching}`,
  contractors: `${numbers.contractors} ${labelOf('contractors')}`,
  areas: `${numbers.areas} ${labelOf('areas')}`,
  projects: `${numbers.projects} ${labelOf('projects')}`,
  satisfaction: `${numbers.satisfaction} ${labelOf('satisfaction')}`,
  testimonials: 'What our customers say',
})

const inTime = ({ measured, sample }: PromiseCheck, what: string) =>
  measured === null || sample === null
    ? 'No requests in the last 90 days to measure yet'
    : `${Math.floor(measured * 100)}% of ${countText(sample)} requests were ${what} in that time`

/** Which reviews the home page shows. */
export function reviewsInWords({ holds, measured }: Pick<PromiseCheck, 'holds' | 'measured'>) {
  if (!holds) return 'Samples, marked as samples'
  return areSamples && measured === 0 ? 'None until you publish one' : 'The ones you published'
}

/** What the data says of each. */
const findings: Record<PromiseId, (check: PromiseCheck) => string> = {
  answer: (check) => inTime(check, 'contacted'),
  emergency: (check) => inTime(check, 'contacted'),
  matching: (check) => inTime(check, 'matched'),
  contractors: ({ measured }) =>
    `${countText(measured ?? 0)} on your list whose license and insurance are valid today`,
  areas: ({ measured }) => `${countText(measured ?? 0)} towns with such a contractor`,
  projects: ({ measured }) =>
    `${countText(measured ?? 0)} requests matched or done, as recorded here`,
  satisfaction: ({ measured, sample }) =>
    measured === null || sample === null
      ? 'No one has rated a request yet, so there is nothing to measure'
      : `${Math.floor(measured * 100)}% of ${countText(sample)} ${sample === 1 ? 'rating has' : 'ratings have'} four or five stars`,
  testimonials: reviewsInWords,
}

const marks = {
  good: { tone: 'good', label: 'Holds' },
  bad: { tone: 'bad', label: 'Not met' },
  unknown: { tone: 'none', label: 'Unknown' },
} as const

const markOf = ({ holds }: PromiseCheck) =>
  holds === null ? marks.unknown : holds ? marks.good : marks.bad

/** Everything that the site promises or claims, beside what the data says. */
export function Promises() {
  const query = useServerData<PromiseCheck[]>(apiPaths.promises, { refetchOnMount: 'always' })
  const numbers = useServerData<Claims>(apiPaths.claims, { refetchOnMount: 'always' })
  const claims = numbers.data && claimsOf(numbers.data)
  return (
    <OfficePart heading="Promises">
      <p className="office-about">
        What the site says, next to what the records show. A time promise holds if nine of ten
        requests in the last 90 days met it. If one does not hold, keep it or stop saying it: you
        change the numbers under Settings; other texts are part of the site.
      </p>
      <QueryFailure query={query} text="Failed to fetch the promises" />
      <QueryFailure query={numbers} text="Failed to fetch the numbers that the site claims" />
      {(query.isPending || numbers.isPending) && <Loading />}
      <ul className="divided">
        {claims &&
          query.data?.map((check) => {
            const { tone, label } = markOf(check)
            return (
              <li key={check.id} className="promise">
                <p className="strong">{claims[check.id]}</p>
                <p className="promise-finding">{findings[check.id](check)}</p>
                <span className="state-mark" data-tone={tone}>
                  {label}
                </span>
              </li>
            )
          })}
      </ul>
    </OfficePart>
  )
}
