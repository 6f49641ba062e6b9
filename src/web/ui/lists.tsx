import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

type TextListProps = { look: 'checks' | 'tags' | 'bullets'; items: readonly string[] }

/** Texts, which must differ: with check marks or dots, or as tags side by side. Nothing where there are none. */
export function TextList({ look, items }: TextListProps) {
  if (items.length === 0) return null
  return (
    <ul className={look === 'tags' ? 'row tags' : look}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}

type PointsProps = {
  items: readonly { title: string; text: string }[]
  /** True for steps of a process: side by side where there is room. */
  row?: boolean
}

/** A numbered list of titles with texts. */
export function Points({ items, row = false }: PointsProps) {
  return (
    <ol className={row ? 'points steps' : 'points'}>
      {items.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  )
}

/** A line; a click shows what is below it. Works without JavaScript. */
export function Unfolding({ line, children }: { line: string; children: ReactNode }) {
  return (
    <details className="faq">
      <summary>
        {line}
        <Icon name="chevron-down" />
      </summary>
      {children}
    </details>
  )
}

type OpenerProps = { line: ReactNode; isOpen?: boolean | undefined; children: ReactNode }

/** The same where there is less room: in the office, and in a part of a page. */
export function Opener({ line, isOpen, children }: OpenerProps) {
  return (
    <details className="opener" open={isOpen}>
      <summary>{line}</summary>
      {children}
    </details>
  )
}

/** A fact: its name, and what it is. */
export type Fact = readonly [name: string, value: ReactNode]

/** A text of more characters takes the whole width where facts stand side by side. */
const longText = 100

const isLong = (value: ReactNode) => typeof value === 'string' && value.length > longText

type FactListProps = {
  facts: readonly Fact[]
  /** True where they stand side by side, each below its name. */
  isAcross?: boolean
}

/** Names, each with what it is, where there is anything. What people typed has its own direction. */
export function FactList({ facts, isAcross = false }: FactListProps) {
  return (
    <dl className={isAcross ? 'facts facts-across' : 'facts'}>
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name} className={isLong(value) ? 'field-wide' : undefined}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

type PhotoListProps = {
  photos: readonly { id: number; width: number; height: number }[]
  /** The address of a photograph; with `?size=small` it is a small one. */
  pathOf: (id: number) => string
  /** The text of a picture, by its place in the list, from one. */
  altOf: (place: number) => string
  /** True where the large one opens beside the page. */
  opensBeside?: boolean
  /** What stands below each. */
  below?: (path: string, place: number) => ReactNode
}

/** Photographs, each with a link to its larger self; nothing where there are none. */
export function PhotoList(props: PhotoListProps) {
  const { photos, pathOf, altOf, opensBeside = false, below } = props
  if (photos.length === 0) return null
  return (
    <ul className="photos">
      {photos.map(({ id, width, height }, index) => {
        const path = pathOf(id)
        return (
          <li key={id}>
            <a href={path} {...(opensBeside && { target: '_blank', rel: 'noreferrer' })}>
              <img
                src={`${path}?size=small`}
                alt={altOf(index + 1)}
                width={width}
                height={height}
                loading="lazy"
              />
            </a>
            {below?.(path, index + 1)}
          </li>
        )
      })}
    </ul>
  )
}
