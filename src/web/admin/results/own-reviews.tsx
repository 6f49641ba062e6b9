import { useRef } from 'react'
import { homeBelowFold } from '#/content/pages/home-below-fold.ts'
import { apiPaths, ownReviewPath } from '#/contracts/routes.ts'
import type { OwnReview } from '#/contracts/settings/own-review.ts'
import { AreaField, InputField, SelectField } from '../../ui/fields.tsx'
import { OfficePart, PartForm } from '../shell/part-form.tsx'
import { Fetched } from '../shell/query-states.tsx'
import { RemoveButton } from '../shell/remove-button.tsx'
import { useChange, useServerData } from '../shell/server-data.ts'

const { sourceNames } = homeBelowFold.testimonials

const fields = ['name', 'location', 'rating', 'text', 'source', 'month', 'isReal'] as const

const refetches = [apiPaths.firstSteps]

/** Reviews that customers wrote elsewhere: each takes a place on the home page, and the samples go. */
export function OwnReviews() {
  const query = useServerData<OwnReview[]>(apiPaths.ownReviews)
  const heading = useRef<HTMLHeadingElement>(null)
  const { mutate: takeOff } = useChange<string, { data: OwnReview[] }>({
    call: (id) => ({ method: 'DELETE', path: ownReviewPath(id) }),
    success: 'The review was taken off',
    failure: 'Failed to take the review off',
    answers: apiPaths.ownReviews,
    refetches,
  })
  return (
    <OfficePart heading="Reviews from elsewhere" headingRef={heading}>
      <p className="office-about">
        What customers wrote about you on Google, Facebook, Yelp or on paper, word for word. The
        home page shows them after your ratings, and the samples go with the first one. Publishing a
        review that no customer wrote is unlawful.
      </p>
      <Fetched query={query} failure="Failed to fetch the reviews">
        {(reviews) => (
          <ul className="divided">
            {reviews.map(({ id, name, location, rating, text, date }) => (
              <li key={id} className="own-review">
                <p>
                  <span className="strong">
                    <bdi>{name}</bdi>
                  </span>{' '}
                  <span className="by">
                    <bdi>{location}</bdi>, {rating} of 5 stars, {date}
                  </span>
                </p>
                <p dir="auto">{text}</p>
                <RemoveButton
                  subject={name}
                  verb="Take off"
                  question="Take this review off?"
                  consequence="The home page shows it no longer."
                  onRemove={() => {
                    // The button that was pressed disappears with its row.
                    heading.current?.focus()
                    takeOff(id)
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </Fetched>
      <ReviewForm />
    </OfficePart>
  )
}

function ReviewForm() {
  const add = useChange<Record<string, string>, { data: OwnReview[] }>({
    call: (body) => ({ method: 'POST', path: apiPaths.ownReviews, body }),
    success: 'The review is on the home page',
    answers: apiPaths.ownReviews,
    refetches,
  })
  return (
    <PartForm
      fields={fields}
      prefix="review-"
      button="Show this review"
      busy="Saving…"
      clears
      onSend={add.mutateAsync}
    >
      {(problems) => {
        const frame = (name: (typeof fields)[number], label: string, hint?: string) => ({
          ...{ name: `review-${name}`, label, problem: problems[name] },
          ...(hint && { hint }),
        })
        return (
          <>
            <InputField frame={frame('name', 'Name')} autoComplete="off" placeholder="Anna B." />
            <InputField frame={frame('location', 'Town')} autoComplete="off" />
            <SelectField
              frame={frame('rating', 'Stars')}
              none="Choose"
              of={['5', '4', '3', '2', '1']}
            />
            <AreaField frame={frame('text', 'What it says')} rows={3} />
            <SelectField
              frame={frame('source', 'Where it is')}
              none="Choose"
              of={[...Object.entries(sourceNames), ['other', 'Elsewhere']]}
            />
            <InputField
              frame={frame('month', 'Month', 'Such as 2026-03.')}
              type="month"
              autoComplete="off"
            />
            <SelectField
              frame={frame('isReal', 'Who wrote it')}
              none="Choose"
              of={[['yes', 'A customer, and it may be shown here']]}
            />
          </>
        )
      }}
    </PartForm>
  )
}
