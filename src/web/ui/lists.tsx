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
export function TagList({ items, label }: { items: readonly string[]; label?: string }) {
  return (
    <ul className="tags" aria-label={label}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
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
