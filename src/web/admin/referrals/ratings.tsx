import { Link } from 'wouter'
import { areSamples, mostReviews } from '#/content/testimonials.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { longestRatingList } from '#/contracts/limits.ts'
import type { ListedRating } from '#/contracts/referrals/ratings.ts'
import { contractorOfficePath, leadPagePath } from '#/contracts/routes.ts'
import { Opener } from '../../ui/lists.tsx'
import { OfficeRow } from '../shell/page-parts.tsx'
import { OfficePart, SettingPart } from '../shell/part-form.tsx'
import { Fetched } from '../shell/query-states.tsx'
import { useData } from '../shell/use-api.ts'
import { PublishButton, RatingFacts } from './rating-facts.tsx'

/** The number that is shown at first. */
const shownFirst = 10

/** The latest ratings, and which of them are on the home page. */
export function Ratings() {
  const query = useData(api.ratings, {}, { refetchOnMount: 'always' })
  return (
    <>
      <OfficePart heading="Ratings">
        <p className="office-about">
          Customers tell us here how it went. The home page shows the last {mostReviews} you
          published. We publish one only if the customer agrees, and they can change their mind
          anytime.
        </p>
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
      {areSamples && (
        <SettingPart
          heading="Sample reviews"
          setting={api.sampleReviews}
          name="areShown"
          on={{
            meaning:
              'Until there’s a customer review, the home page shows samples, marked as such.',
            button: 'Hide the samples',
          }}
          off={{
            meaning: 'Until there’s a customer review, the home page shows none.',
            button: 'Show the samples',
          }}
        />
      )}
    </>
  )
}

function RatingList({ ratings }: { ratings: readonly ListedRating[] }) {
  return (
    <ul className="ruled-list">
      {ratings.map((rating) => (
        <OfficeRow
          key={rating.leadId}
          title={
            <Link className="text-button" href={leadPagePath(rating.leadId)}>
              <bdi>{rating.leadName}</bdi>
            </Link>
          }
          about={
            <>
              <p className="by">
                <RatedContractor rating={rating} />, {rating.service}
                {rating.isQuarantined && ', held as spam: not shown'}
              </p>
              <RatingFacts rating={rating} />
            </>
          }
        >
          <PublishButton rating={rating} whose={rating.leadName} isHeld={rating.isQuarantined} />
        </OfficeRow>
      ))}
    </ul>
  )
}

/** Whom a rating is about. */
function RatedContractor({ rating: { companyName, contractorId } }: { rating: ListedRating }) {
  if (companyName === null) return 'No contractor'
  const name = <bdi>{companyName}</bdi>
  if (contractorId === null) return name
  return (
    <Link className="text-button" href={contractorOfficePath(contractorId)}>
      {name}
    </Link>
  )
}
