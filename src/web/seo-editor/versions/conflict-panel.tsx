import { useEffect, useRef, useState } from 'react'
import type { SeoEditorState } from '#/contracts/seo/seo.ts'
import { dateTime } from '../../dates.ts'
import { useEditor } from '../state/editor-context.ts'
import {
  type Conflict,
  type FieldName,
  fieldLabels,
  findConflicts,
  type Side,
  startingFields,
} from '../state/editor-fields.ts'
import { useRevisions } from '../state/seo-requests.ts'
import { readableValue, ValueText } from './field-values.tsx'

const sides: { side: Side; label: string }[] = [
  { side: 'mine', label: 'Mine' },
  { side: 'theirs', label: 'Theirs' },
]

type ConflictChoiceProps = { conflict: Conflict; chosen: Side; onChoose: (side: Side) => void }

function ConflictChoice({ conflict, chosen, onChoose }: ConflictChoiceProps) {
  const { name } = conflict
  return (
    <fieldset className="seo-conflict">
      <legend>{fieldLabels[name]}</legend>
      {sides.map(({ side, label }) => (
        <label key={side} className="seo-side">
          <span>
            <input
              type="radio"
              name={`conflict-${name}`}
              checked={chosen === side}
              onChange={() => onChoose(side)}
            />
            {label}
          </span>
          <ValueText value={readableValue(name, conflict[side]) || '(empty)'} />
        </label>
      ))}
    </fieldset>
  )
}

function WhoAndWhen({ theirs }: { theirs: SeoEditorState }) {
  const { pagePath } = useEditor()
  const [newest] = useRevisions(pagePath).data ?? []
  const what = theirs.record ? 'saved this page' : 'reset this page to its defaults'
  if (newest?.version !== theirs.version)
    return <p>{`Someone else ${what} while you were editing.`}</p>
  return (
    <p>
      <bdi>{newest.changedBy}</bdi>{' '}
      {`${what} on ${dateTime(Date.parse(newest.changedAt))}, while you were editing.`}
    </p>
  )
}

/** The fields of which two people have different values, each with a choice between them. */
export function ConflictPanel({ theirs }: { theirs: SeoEditorState }) {
  const { controls, saving } = useEditor()
  const { base, fields } = controls.draft
  const conflicts = findConflicts(base, fields, startingFields(theirs))
  const suggested = Object.fromEntries(conflicts.map(({ name, suggested }) => [name, suggested]))
  const [choices, setChoices] = useState<Partial<Record<FieldName, Side>>>(suggested)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const chooseAll = (side: Side) =>
    setChoices(Object.fromEntries(conflicts.map(({ name }) => [name, side])))

  return (
    <section className="seo-conflicts" aria-labelledby="conflict-heading">
      <h3 id="conflict-heading" ref={heading} tabIndex={-1}>
        This page was changed while you were editing
      </h3>
      <WhoAndWhen theirs={theirs} />
      {conflicts.length === 0 ? (
        <p>You both wrote the same, so there is nothing to choose.</p>
      ) : (
        <>
          <p>Choose what to keep. Changes that only one of you made are already chosen.</p>
          <div className="seo-actions">
            <button
              className="btn btn-line btn-small"
              type="button"
              onClick={() => chooseAll('mine')}
            >
              Keep all mine
            </button>
            <button
              className="btn btn-line btn-small"
              type="button"
              onClick={() => chooseAll('theirs')}
            >
              Take all theirs
            </button>
          </div>
          {conflicts.map((conflict) => (
            <ConflictChoice
              key={conflict.name}
              conflict={conflict}
              chosen={choices[conflict.name] ?? conflict.suggested}
              onChoose={(side) => setChoices({ ...choices, [conflict.name]: side })}
            />
          ))}
        </>
      )}
      <div className="seo-actions">
        <button
          className="btn btn-line btn-small"
          type="button"
          onClick={() => saving.resolve(choices, false)}
        >
          Back to editing
        </button>
        <button
          className="btn btn-small"
          type="button"
          disabled={saving.isSaving}
          onClick={() => saving.resolve(choices, true)}
        >
          Save this choice
        </button>
      </div>
    </section>
  )
}
