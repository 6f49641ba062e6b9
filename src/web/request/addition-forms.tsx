import { requestPage } from '#/content/request-page.ts'
import {
  additionTextLimits,
  photoLimits,
  type RequestView,
} from '#/contracts/referrals/requests.ts'
import { elsewhere, placeText } from '#/contracts/site/towns.ts'
import { fullTime } from '../dates.ts'
import { AreaField, type FieldFrame, InputField, SelectField } from '../ui/fields.tsx'
import { Opener, PhotoList } from '../ui/lists.tsx'
import { fillIn, useSite } from '../words.ts'
import { hasPlaceTaps } from './place-part.tsx'
import { SayButton, SubmitButton, TokenPart } from './token-page.tsx'

const words = requestPage.add

type FormProps = { request: RequestView }

/** A field of the form. It has what was typed into it and refused, or else what is stored. */
function fieldOf({ answer }: RequestView, frame: FieldFrame, stored?: string | null) {
  const { problems, typed } =
    answer && answer.typed.add !== 'rating' ? answer : { problems: {}, typed: {} }
  return {
    frame: { ...frame, problem: problems[frame.name] },
    defaultValue: typed[frame.name] ?? stored ?? '',
  }
}

/** Where the work is, as it was said last. */
function placeOf({ address, town, additions }: RequestView) {
  const own = { zip: null, address, isElsewhere: false }
  const said = additions.place ?? own
  return { ...said, town: said.isElsewhere ? elsewhere : town }
}

/** The town and the ZIP code, unless they are asked for above, and the street. */
function PlaceFields({ request }: FormProps) {
  const { towns } = useSite()
  const place = placeOf(request)
  const field = (name: 'town' | 'zip' | 'address') =>
    fieldOf(request, { name, label: words.place[name], wide: name === 'address' }, place[name])
  return (
    <div className="fields">
      {!hasPlaceTaps(request) && (
        <>
          <SelectField
            {...field('town')}
            autoComplete="address-level2"
            none={words.place.anyTown}
            of={[...towns, [elsewhere, words.place.elsewhere]]}
          />
          <InputField
            {...field('zip')}
            autoComplete="postal-code"
            inputMode="numeric"
            maxLength={10}
          />
        </>
      )}
      <InputField
        {...field('address')}
        autoComplete="street-address"
        maxLength={additionTextLimits.address}
      />
    </div>
  )
}

/** Where it is. What was given is not asked for again: it can be changed. */
function Place({ request }: FormProps) {
  const { town, isOutside, address, additions, answer } = request
  const given = additions.place ? placeText(additions.place) : address
  if (!given || !(town || isOutside)) return <PlaceFields request={request} />
  const hasProblem = ['town', 'zip', 'address'].some((name) => answer?.problems[name])
  return (
    <>
      <p className="typed" dir="auto">
        {given}
      </p>
      <Opener line={words.place.change} isOpen={hasProblem}>
        <PlaceFields request={request} />
      </Opener>
    </>
  )
}

/** What the visitor has written so far. */
function Words({ request }: FormProps) {
  return request.additions.words.map(({ id, text, at }) => (
    <div key={id}>
      <p className="hint">{fillIn(words.word.sent, { time: fullTime(Date.parse(at)) })}</p>
      <p className="typed" dir="auto">
        {text}
      </p>
    </div>
  ))
}

/** The photographs of a request; each can be removed. */
function Photos({ request }: FormProps) {
  const { photos } = words
  return (
    <PhotoList
      photos={request.additions.photos}
      pathOf={(id) => `${request.path}/photos/${id}`}
      altOf={(number) => fillIn(photos.alt, { number })}
      below={(path, number) => (
        <form method="post" action={`${path}/removal`}>
          <SubmitButton text={fillIn(photos.remove, { number })} look="btn btn-line btn-small" />
        </form>
      )}
    />
  )
}

/** Where photographs are chosen, as long as there can be more. */
function PhotoField({ request }: FormProps) {
  const { label, hint } = words.photos
  const { frame } = fieldOf(request, { name: 'photos', label, hint })
  if (request.additions.photos.length >= photoLimits.count) {
    return frame.problem && <p className="problem">{frame.problem}</p>
  }
  return <InputField frame={frame} type="file" multiple accept="image/jpeg,image/png,image/webp" />
}

/** The form by which a visitor adds to a request, and the one by which they withdraw it. */
export function AdditionForms({ request }: FormProps) {
  const { callTime, photos, place, withdrawn, word } = words
  return (
    <TokenPart id="add" heading={words.heading} text={words.text}>
      <h3>{photos.heading}</h3>
      <p>{photos.text}</p>
      <Photos request={request} />
      {/* What is wrong is said beside the field, in our words. */}
      <form
        className="stack add-form"
        method="post"
        action={`${request.path}/photos`}
        encType="multipart/form-data"
        noValidate
      >
        <PhotoField request={request} />
        <h3>{place.heading}</h3>
        <Place request={request} />
        <InputField
          {...fieldOf(request, { name: 'callTime', ...callTime }, request.additions.callTime)}
          maxLength={additionTextLimits.callTime}
        />
        <Words request={request} />
        <AreaField
          {...fieldOf(request, { name: 'word', label: word.label })}
          rows={3}
          maxLength={additionTextLimits.word}
        />
        <SubmitButton text={words.button} />
      </form>
      <h3>{withdrawn.heading}</h3>
      <p>{request.match ? withdrawn.textMatched : withdrawn.text}</p>
      <SayButton path={request.path} add="withdrawn" text={withdrawn.button} />
    </TokenPart>
  )
}

/** The photographs of a request to which nothing can be added any more; nothing where there are none. */
export function PhotosOfClosed({ request }: FormProps) {
  if (request.additions.photos.length === 0) return null
  return (
    <TokenPart id="photos" heading={requestPage.closed.photos}>
      <Photos request={request} />
    </TokenPart>
  )
}

/** Instead of them, for a request that is no longer needed. */
export function Withdrawn({ request, at }: FormProps & { at: string }) {
  const { heading, text, again } = requestPage.withdrawn
  return (
    <TokenPart heading={heading} text={fillIn(text, { time: fullTime(Date.parse(at)) })}>
      <SayButton path={request.path} add="wanted-again" text={again} look="btn" />
    </TokenPart>
  )
}
