import { Icon } from './icon.tsx'

/** A list with a check mark before each item. Items must differ. */
export function CheckList({ items }: { items: readonly string[] }) {
  return (
    <ul className="checks">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}

/** Names side by side. They must differ. */
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

type QuestionProps = { question: string; answer: readonly string[] }

/** A question; a click shows the answer. Works without JavaScript. */
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
