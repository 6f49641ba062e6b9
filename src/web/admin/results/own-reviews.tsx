import { homeBelowFold } from '#/content/pages/home-below-fold.ts'
import { api } from '#/contracts/endpoints/api.ts'
import type { FormField } from '../../ui/form-fields.tsx'
import { FieldForm } from '../shell/field-form.tsx'
import { OfficeRow } from '../shell/page-parts.tsx'
import { OfficePart } from '../shell/part-form.tsx'
import { Fetched } from '../shell/query-states.tsx'
import { RemoveButton } from '../shell/remove-button.tsx'
import { useChange, useData } from '../shell/use-api.ts'

const { sourceNames } = homeBelowFold.testimonials

const fields: FormField[] = [
  { name: 'name', label: 'Name', example: 'Anna B.' },
  { name: 'location', label: 'Town' },
  {
    name: 'rating',
    label: 'Stars',
    kind: 'choice',
    none: 'Choose',
    of: ['5', '4', '3', '2', '1'],
  },
  { name: 'text', label: 'What it says', kind: 'area', rows: 3 },
  {
    name: 'source',
    label: 'Where they posted it',
    kind: 'choice',
    none: 'Choose',
    of: [...Object.entries(sourceNames), ['other', 'Elsewhere'] as const],
  },
  { name: 'month', label: 'Month', kind: 'month', hint: 'Such as 2026-03.' },
  {
    name: 'isReal',
    label: 'Permission',
    kind: 'choice',
    none: 'Choose',
    of: [['yes', 'A customer wrote it and agreed to show it here'] as const],
  },
]

/** Reviews that customers wrote elsewhere: each takes a place on the home page, and the samples go. */
export function OwnReviews() {
  const query = useData(api.ownReviews)
  const { mutate: takeOff } = useChange(api.removeOwnReview, {
    send: (reviewId: string) => ({ params: { reviewId } }),
    success: 'The review was removed',
    failure: 'Failed to remove the review',
  })
  const { mutateAsync: add } = useChange(api.addOwnReview, {
    success: 'The review is on the home page',
  })
  return (
    <OfficePart heading="Reviews from elsewhere">
      <p className="office-about">
        Enter what customers wrote about you on Google, Facebook, Yelp or on paper, word for word.
        The home page shows them after your ratings, and the first one replaces the samples. It’s
        illegal to publish a review that no customer wrote.
      </p>
      <Fetched query={query} failure="Failed to fetch the reviews">
        {(reviews) => (
          <ul className="ruled-list">
            {reviews.map(({ id, name, location, rating, text, date }) => (
              <OfficeRow
                key={id}
                title={<bdi>{name}</bdi>}
                about={
                  <>
                    <p className="by">
                      <bdi>{location}</bdi>, {rating} of 5 stars, {date}
                    </p>
                    <p dir="auto">{text}</p>
                  </>
                }
              >
                <RemoveButton
                  subject={name}
                  question="Remove this review?"
                  consequence="The home page no longer shows it."
                  onRemove={() => takeOff(id)}
                />
              </OfficeRow>
            ))}
          </ul>
        )}
      </Fetched>
      <FieldForm
        fields={fields}
        prefix="review-"
        button="Show this review"
        save={(typed) => add(typed)}
      />
    </OfficePart>
  )
}
