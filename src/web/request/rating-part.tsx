import { requestPage } from '#/content/request-page.ts'
import { ratingTextLimit, shownNameLimit } from '#/contracts/limits.ts'
import type { RequestView } from '#/contracts/referrals/requests.ts'
import { fullTime } from '../dates.ts'
import { ReviewCard } from '../site/review-card.tsx'
import { AreaField, InputField, SelectField, Switch } from '../ui/fields.tsx'
import { Opener } from '../ui/lists.tsx'
import { fillIn, useSite } from '../words.ts'
import { isCallDue } from './answer-part.tsx'
import { SayButton, SubmitButton, TokenPart } from './token-page.tsx'

const { rating: words } = requestPage

type PartProps = { request: RequestView }

/** What stands in a field: what was typed into it and refused, or else what is stored. */
function valuesOf({ answer, rating, ...request }: RequestView) {
  const town = request.town ?? ''
  const refused = answer?.typed.add === 'rating' ? answer : null
  const stored: Record<string, string> = rating
    ? {
        came: rating.hasCome ? 'yes' : 'no',
        stars: String(rating.stars ?? ''),
        ratingText: rating.text,
        mayPublish: rating.mayPublish ? 'yes' : '',
        shownName: rating.shownName ?? '',
        shownTown: rating.shownTown ?? town,
      }
    : { shownTown: town }
  return { typed: refused?.typed ?? stored, problems: refused?.problems ?? {} }
}

type ChoiceProps = {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  chosen: string | undefined
  problem: string | undefined
  hint?: string
}

function Choice({ name, label, options, chosen, problem, hint }: ChoiceProps) {
  const problemId = `${name}-problem`
  return (
    <fieldset className="choice" aria-describedby={problem && problemId}>
      <legend className="label">{label}</legend>
      <div className="choice-options">
        {options.map((option) => (
          <Switch
            key={option.value}
            type="radio"
            name={name}
            {...option}
            defaultChecked={option.value === chosen}
          />
        ))}
      </div>
      {hint && <p className="hint">{hint}</p>}
      {problem && (
        <p className="problem" id={problemId}>
          {problem}
        </p>
      )}
    </fieldset>
  )
}

/** Whether it may be published, and as whose. */
function Publishing({ typed, problems }: ReturnType<typeof valuesOf>) {
  const { publish } = words
  const name = { name: 'shownName', ...words.shownName, problem: problems.shownName }
  const town = { name: 'shownTown', label: words.shownTown.label, problem: problems.shownTown }
  return (
    <fieldset className="choice" aria-describedby="publish-hint">
      <legend className="label">{publish.label}</legend>
      <Switch
        name="mayPublish"
        value="yes"
        label={publish.yes}
        defaultChecked={typed.mayPublish === 'yes'}
      />
      <p className="hint" id="publish-hint">
        {publish.hint}
      </p>
      <div className="fields">
        <InputField
          frame={name}
          maxLength={shownNameLimit}
          autoComplete="off"
          defaultValue={typed.shownName}
        />
        <SelectField
          frame={town}
          defaultValue={typed.shownTown}
          none={words.shownTown.choose}
          of={useSite().towns}
        />
      </div>
    </fieldset>
  )
}

function RatingForm({ request }: PartProps) {
  const values = valuesOf(request)
  const { typed, problems } = values
  const text = { name: 'ratingText', ...words.ratingText, problem: problems.ratingText }
  return (
    // What is wrong is said beside the field, in our words.
    <form className="stack add-form" method="post" action={`${request.path}/rating`} noValidate>
      <Choice
        name="came"
        label={words.came.label}
        options={[
          { value: 'yes', label: words.came.yes },
          { value: 'no', label: words.came.no },
        ]}
        chosen={typed.came}
        problem={problems.came}
      />
      <Choice
        name="stars"
        label={words.stars.label}
        options={words.stars.options.map((label, index) => ({ value: String(index + 1), label }))}
        chosen={typed.stars}
        problem={problems.stars}
        hint={words.stars.hint}
      />
      <AreaField
        frame={text}
        rows={3}
        maxLength={ratingTextLimit}
        defaultValue={typed.ratingText}
      />
      <Publishing {...values} />
      <SubmitButton text={request.rating ? words.changeButton : words.button} />
    </form>
  )
}

/** What the visitor has said, and what becomes of it. */
function Given({ request }: PartProps) {
  const { rating, review } = request
  if (!rating) return null
  const isPublished = rating.publishedAt !== null
  return (
    <>
      <p>
        {fillIn(words.given, { time: fullTime(Date.parse(rating.ratedAt)) })}{' '}
        {rating.hasCome ? words.cameYes : words.cameNo}
      </p>
      {review ? (
        <>
          <p>{isPublished ? words.published : words.mayBePublished}</p>
          <ReviewCard review={review} />
          <SayButton
            path={request.path}
            add="rating-withdrawn"
            text={isPublished ? words.takeOff : words.takeBack}
          />
        </>
      ) : (
        <>
          {rating.stars !== null && (
            <p>
              <b>{fillIn(words.starsGiven, { rating: rating.stars })}</b>
            </p>
          )}
          {rating.text && (
            <p className="typed" dir="auto">
              {rating.text}
            </p>
          )}
          <p>{words.notPublished}</p>
        </>
      )}
    </>
  )
}

/** How it went: the form, and once it was sent, what was said. That can be taken back at any time. */
export function RatingPart({ request }: PartProps) {
  const { rating, asksForRating } = request
  const wasRefused = request.answer?.typed.add === 'rating'
  // First they are asked whether they were called.
  const isEarly = request.match !== null && isCallDue(request.match)
  const form = <RatingForm request={request} />
  const folded = (line: string) => (
    <Opener line={line} isOpen={wasRefused}>
      {form}
    </Opener>
  )
  return (
    <TokenPart id="rating" heading={words.heading}>
      {!rating && <p>{words.text}</p>}
      {!rating && (isEarly ? folded(words.already) : form)}
      {rating && <Given request={request} />}
      {rating && asksForRating && rating.publishedAt === null && folded(words.change)}
    </TokenPart>
  )
}
