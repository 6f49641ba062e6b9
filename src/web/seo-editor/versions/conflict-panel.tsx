import { useEffect, useRef } from 'react'
import type { SeoEditorState } from '#/contracts/seo/seo.ts'
import { dateTime } from '../../dates.ts'
import { useEditor } from '../state/editor-context.ts'
import { differingFields, startingFields } from '../state/editor-fields.ts'
import { useRevisions } from '../state/seo-requests.ts'
import { TwoValues } from './field-values.tsx'

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

/** The fields of which two people have different values, and the choice between them. */
export function ConflictPanel({ theirs }: { theirs: SeoEditorState }) {
  const { controls, saving } = useEditor()
  const mine = controls.draft.fields
  const stored = startingFields(theirs)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="seo-conflicts" aria-labelledby="conflict-heading">
      <h3 id="conflict-heading" ref={heading} tabIndex={-1}>
        This page was changed while you were editing
      </h3>
      <WhoAndWhen theirs={theirs} />
      {differingFields(mine, stored).map((name) => (
        <TwoValues key={name} name={name} values={{ Mine: mine[name], Theirs: stored[name] }} />
      ))}
      <p>If you keep yours, theirs stay in the fields that you did not change.</p>
      <div className="seo-actions">
        <button className="btn btn-small" type="button" onClick={() => saving.resolve(true)}>
          Keep my changes
        </button>
        <button
          className="btn btn-line btn-small"
          type="button"
          onClick={() => saving.resolve(false)}
        >
          Take theirs
        </button>
      </div>
    </section>
  )
}
