import type { ReactNode } from 'react'
import { requestPage } from '#/content/request-page.ts'
import {
  type AdditionKind,
  additionTextLimits,
  elsewhere,
  photoLimits,
  type RequestView,
} from '#/contracts/referrals/requests.ts'
import { placeText, towns } from '#/contracts/referrals/towns.ts'
import { requestPhotoPath } from '#/contracts/routes.ts'
import { fullTime } from '../dates.ts'
import { AreaField, type FieldFrame, InputField, SelectField } from '../ui/fields.tsx'
import { Icon } from '../ui/icon.tsx'
import { PhotoList } from '../ui/lists.tsx'

const words = requestPage.add

type FormProps = { request: RequestView }

type AdditionFormProps = FormProps & {
  add: AdditionKind
  button: string
  /** True for what is seldom pressed. */
  isQuiet?: boolean
  children?: ReactNode
}

/** A plain form of the page: it is sent to the page itself, which then shows what was stored. */
function AdditionForm({ request, add, button, isQuiet = false, children }: AdditionFormProps) {
  return (
    // What is wrong is said beside the field, in our words.
    <form className="add-form" method="post" action={request.path} noValidate>
      <input type="hidden" name="add" value={add} />
      {children}
      <button className={isQuiet ? 'btn btn-line' : 'btn'} type="submit">
        {button}
      </button>
    </form>
  )
}

/** A field of a form. It has what was typed into it and refused, or else what is stored. */
function fieldOf(
  { answer }: RequestView,
  add: AdditionKind | 'photos',
  frame: FieldFrame,
  stored?: string | null,
) {
  const { problems, typed } = answer?.typed.add === add ? answer : { problems: {}, typed: {} }
  return {
    frame: { ...frame, problem: problems[frame.name] },
    defaultValue: typed[frame.name] ?? stored ?? '',
  }
}

type GivenProps = FormProps & {
  add: AdditionKind
  /** What the visitor has told us; nothing if they have not. */
  given: string | null | undefined
  change: string
  children: ReactNode
}

/** What was given is not asked for again: the form for it is there to change it. */
function Given({ request, add, given, change, children }: GivenProps) {
  if (!given) return children
  return (
    <>
      <p className="typed" dir="auto">
        {given}
      </p>
      <details className="faq" open={request.answer?.typed.add === add}>
        <summary>
          {change}
          <Icon name="chevron-down" />
        </summary>
        {children}
      </details>
    </>
  )
}

/** Where the work is, if that says which town; the street alone does not. */
function placeGiven({ address, town, isOutside, additions: { place } }: RequestView) {
  if (place) return placeText(place)
  return town || isOutside ? address : null
}

function Place({ request }: FormProps) {
  const own = { zip: null, address: request.address, isElsewhere: false }
  const said = request.additions.place ?? own
  const place = { ...said, town: said.isElsewhere ? elsewhere : request.town }
  const field = (name: 'town' | 'zip' | 'address') =>
    fieldOf(
      request,
      'place',
      { name, label: words.place[name], wide: name === 'address' },
      place[name],
    )
  return (
    <AdditionForm request={request} add="place" button={words.place.button}>
      <div className="fields">
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
        <InputField
          {...field('address')}
          autoComplete="street-address"
          maxLength={additionTextLimits.address}
        />
      </div>
    </AdditionForm>
  )
}

function CallTime({ request }: FormProps) {
  const { label, hint, button } = words.callTime
  return (
    <AdditionForm request={request} add="call-time" button={button}>
      <InputField
        {...fieldOf(
          request,
          'call-time',
          { name: 'callTime', label, hint },
          request.additions.callTime,
        )}
        maxLength={additionTextLimits.callTime}
      />
    </AdditionForm>
  )
}

function Word({ request }: FormProps) {
  const { label, sent, button } = words.word
  return (
    <>
      {request.additions.words.map(({ id, text, at }) => (
        <div key={id}>
          <p className="hint">{sent.replace('{time}', fullTime(Date.parse(at)))}</p>
          <p className="typed" dir="auto">
            {text}
          </p>
        </div>
      ))}
      <AdditionForm request={request} add="word" button={button}>
        <AreaField
          {...fieldOf(request, 'word', { name: 'word', label })}
          rows={3}
          maxLength={additionTextLimits.word}
        />
      </AdditionForm>
    </>
  )
}

const numbered = (text: string, place: number) => text.replace('{number}', String(place))

/** The photographs of a request: each can be removed, and as long as it is open there can be more. */
function Photos({ request }: FormProps) {
  const { photos } = words
  const { label, hint } = photos
  const { frame } = fieldOf(request, 'photos', { name: 'photos', label, hint })
  const isFull = request.isClosed || request.additions.photos.length >= photoLimits.count
  return (
    <>
      {!request.isClosed && <p>{photos.text}</p>}
      <PhotoList
        className="photos"
        photos={request.additions.photos}
        pathOf={(id) => requestPhotoPath(request.path, id)}
        altOf={(place) => numbered(photos.alt, place)}
        below={(path, place) => (
          <form method="post" action={`${path}/removal`}>
            <button className="btn btn-line btn-small" type="submit">
              {numbered(photos.remove, place)}
            </button>
          </form>
        )}
      />
      {isFull && frame.problem && <p className="problem">{frame.problem}</p>}
      {!isFull && (
        <form
          className="add-form"
          method="post"
          action={`${request.path}/photos`}
          encType="multipart/form-data"
        >
          <InputField
            frame={frame}
            type="file"
            multiple
            accept="image/jpeg,image/png,image/webp,image/avif"
          />
          <button className="btn" type="submit">
            {photos.button}
          </button>
        </form>
      )}
    </>
  )
}

/** The forms by which a visitor adds to a request. */
export function AdditionForms({ request }: FormProps) {
  const { withdrawn } = words
  return (
    <section className="card" aria-labelledby="add">
      <h2 className="h3" id="add">
        {words.heading}
      </h2>
      <p>{words.text}</p>
      <h3>{words.place.heading}</h3>
      <Given request={request} add="place" given={placeGiven(request)} change={words.place.change}>
        <Place request={request} />
      </Given>
      <h3>{words.callTime.heading}</h3>
      <Given
        request={request}
        add="call-time"
        given={request.additions.callTime}
        change={words.callTime.change}
      >
        <CallTime request={request} />
      </Given>
      <h3>{words.word.heading}</h3>
      <Word request={request} />
      <h3>{words.photos.heading}</h3>
      <Photos request={request} />
      <h3>{withdrawn.heading}</h3>
      <p>{request.match ? withdrawn.textMatched : withdrawn.text}</p>
      <AdditionForm request={request} add="withdrawn" button={withdrawn.button} isQuiet />
    </section>
  )
}

/** The photographs of a request to which nothing can be added any more; nothing where there are none. */
export function PhotosOfClosed({ request }: FormProps) {
  const isEmpty = request.additions.photos.length === 0 && request.answer?.typed.add !== 'photos'
  if (isEmpty) return null
  return (
    <section className="card" aria-labelledby="photos">
      <h2 className="h3" id="photos">
        {requestPage.closed.photos}
      </h2>
      <Photos request={request} />
    </section>
  )
}

/** Instead of them, for a request that is no longer needed. */
export function Withdrawn({ request, at }: FormProps & { at: string }) {
  const { heading, text, again } = requestPage.withdrawn
  return (
    <section className="card">
      <h2 className="h3">{heading}</h2>
      <p>{text.replace('{time}', fullTime(Date.parse(at)))}</p>
      <AdditionForm request={request} add="wanted-again" button={again} />
    </section>
  )
}
