import { Link } from 'wouter'
import { areSamples, mostReviews } from '#/content/testimonials.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { longestRatingList } from '#/contracts/limits.ts'
import type { ListedRating } from '#/contracts/referrals/ratings.ts'
import { contractorOfficePath, leadPagePath } from '#/contracts/routes.ts'
import { Switch } from '../../ui/fields.tsx'
import { Opener } from '../../ui/lists.tsx'
import { OfficePart } from '../shell/part-form.tsx'
import { Fetched, QueryFailure } from '../shell/query-states.tsx'
import { useChange, useData } from '../shell/use-api.ts'
import { RatingFacts } from './rating-facts.tsx'

/** The number that is shown at first. */
const shownFirst = 10

/** The latest ratings, and which of them are on the home page. */
export function Ratings() {
  const query = useData(api.ratings, {}, { refetchOnMount: 'always' })
  return (
    <OfficePart heading="Ratings">
      <p className="office-about">
        Customers tell us here how it went. The home page shows the last {mostReviews} you
        published. We publish one only if the customer agrees, and they can change their mind
        anytime.
      </p>
      {areSamples && <SampleReviews />}
      <Fetched query={query} failure="Failed to fetch the ratings">
        {(ratings) => (
          <>
            {ratings.length === 0 && <p>No one has rated a request yet.</p>}
            {ratings.length === longestRatingList && (
              <p>The latest {longestRatingList} are shown.</p>
            )}
            <RatingList ratings={ratings.slice(0, shownFirst)} />
            {ratings.length > shownFirst && (
              <Opener line={`Show all ${ratings.length} ratings`}>
                <RatingList ratings={ratings.slice(shownFirst)} />
              </Opener>
            )}
          </>
        )}
      </Fetched>
    </OfficePart>
  )
}

function RatingList({ ratings }: { ratings: readonly ListedRating[] }) {
  return (
    <ul className="column ruled-list rating-list">
      {ratings.map((rating) => (
        <li key={rating.leadId} className="stack tight">
          <p>
            <Link className="text-button" href={leadPagePath(rating.leadId)}>
              <bdi>{rating.leadName}</bdi>
            </Link>{' '}
            <RatedContractor rating={rating} />{' '}
            <span className="by">
              {rating.service}
              {rating.isQuarantined && ', held as spam: not shown'}
            </span>
          </p>
          <RatingFacts rating={rating} whose={rating.leadName} mayBeShown={!rating.isQuarantined} />
        </li>
      ))}
    </ul>
  )
}

/** Whom a rating is about. */
function RatedContractor({ rating: { companyName, contractorId } }: { rating: ListedRating }) {
  if (companyName === null) return <span className="by">no contractor</span>
  if (contractorId === null)
    return (
      <span className="strong">
        about <bdi>{companyName}</bdi>
      </span>
    )
  return (
    <>
      about{' '}
      <Link className="text-button" href={contractorOfficePath(contractorId)}>
        <bdi>{companyName}</bdi>
      </Link>
    </>
  )
}

/** Whether the home page shows samples until there is a rating to show, and a box that changes it. */
function SampleReviews() {
  const setting = useData(api.sampleReviews.read)
  const { mutate, variables, isPending } = useChange(api.sampleReviews.change, {
    success: ({ areShown }) =>
      areShown
        ? 'Without customer reviews, the home page shows samples'
        : 'Without customer reviews, the home page shows none',
    failure: 'Failed to change the samples',
    answers: api.sampleReviews.read.path,
  })
  if (!setting.data)
    return <QueryFailure query={setting} text="Failed to fetch the samples setting" />
  return (
    <Switch
      label="Until there’s a customer review, show six samples there, marked as samples"
      checked={(isPending ? variables : setting.data).areShown}
      onChange={({ target }) => mutate({ areShown: target.checked })}
    />
  )
}
