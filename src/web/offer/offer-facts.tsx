import type { ReactNode } from 'react'
import { offerPage } from '#/content/offer-page.ts'
import type { OfferedWork } from '#/contracts/referrals/offer-view.ts'

/** A fact of the page: its name, and what it is. */
export type Fact = readonly [name: string, value: ReactNode]

/** What is known of a lead, as a list of facts. */
export function OfferFacts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="asked">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The photographs of a lead, each with a link to its larger self; nothing where there are none. */
export function OfferPhotos({ path, photos }: { path: string; photos: OfferedWork['photos'] }) {
  if (photos.length === 0) return null
  return (
    <ul className="photos">
      {photos.map(({ id, width, height }, index) => (
        <li key={id}>
          <a href={`${path}/photos/${id}`}>
            <img
              src={`${path}/photos/${id}?size=small`}
              alt={offerPage.photo.replace('{number}', String(index + 1))}
              width={width}
              height={height}
              loading="lazy"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}

type ReasonSelectProps<Reason extends string> = {
  /** What `controlProps` made for it. */
  control: { id: string; name: string; className: string }
  labels: Record<Reason, string>
  choose: string
  value: string | undefined
}

/** A choice of reasons, none of which is chosen at first. */
export function ReasonSelect<Reason extends string>({
  control,
  labels,
  choose,
  value,
}: ReasonSelectProps<Reason>) {
  return (
    <select {...control} defaultValue={value ?? ''} required>
      <option value="">{choose}</option>
      {Object.entries<string>(labels).map(([reason, label]) => (
        <option key={reason} value={reason}>
          {label}
        </option>
      ))}
    </select>
  )
}
