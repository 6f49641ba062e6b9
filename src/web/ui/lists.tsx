import { Icon } from './icon.tsx'

/** A list of short facts, each with a tick. */
export function CheckList({ items }: { items: readonly string[] }) {
  return (
    <ul className="checks">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}

/** A list of names, side by side. */
export function TagList({ items }: { items: readonly string[] }) {
  return (
    <ul className="tags">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}

type PointsProps = {
  items: readonly { title: string; text: string }[]
  /** In a row where there is room for it: for what happens one after the other. */
  row?: boolean
}

/** Titled texts, numbered. */
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

type QuestionProps = { question: string; answer: readonly string[] }

/** A question that opens to its answer. */
export function Question({ question, answer }: QuestionProps) {
  return (
    <details className="faq">
      <summary>
        {question}
        <Icon name="chevron-down" />
      </summary>
      {answer.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </details>
  )
}
