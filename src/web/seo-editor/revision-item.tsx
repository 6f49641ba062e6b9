import { useState } from 'react'
import type { SeoRevision } from '#/contracts/seo.ts'
import { dateTime } from '../dates.ts'
import { useEditor } from './editor-context.ts'
import { differingFields, shownFields } from './editor-fields.ts'
import { FieldDifference } from './field-difference.tsx'
import { describeRevision } from './revision-changes.ts'
import { TwoStepButton } from './two-step-button.tsx'

type RevisionItemProps = {
  revision: SeoRevision
  older: SeoRevision | undefined
  /** True for the one that is in force. */
  isNewest: boolean
}

function Differences({ revision }: { revision: SeoRevision }) {
  const { state } = useEditor()
  const then = shownFields(revision.fields, state.defaults)
  const now = shownFields(state.record, state.defaults)
  const names = differingFields(then, now)
  if (names.length === 0) return <p className="muted">The same as what is stored now.</p>
  return (
    <>
      <p className="hint">
        <del>Struck out</del>: as it was then. <ins>Underlined</ins>: as it is stored now.
      </p>
      {names.map((name) => (
        <FieldDifference key={name} name={name} before={then[name]} after={now[name]} />
      ))}
    </>
  )
}

/** One change: who made it and when, what is different now, and the way back to it. */
export function RevisionItem({ revision, older, isNewest }: RevisionItemProps) {
  const { state, controls, saving } = useEditor()
  const [isOpen, setOpen] = useState(false)
  const when = dateTime(Date.parse(revision.changedAt))
  return (
    <li className="seo-revision">
      <p className="seo-revision-what">
        {describeRevision(revision, older, state.defaults)}
        {isNewest && <span className="seo-mark">in force</span>}
      </p>
      <p className="hint">
        <time dateTime={revision.changedAt}>{when}</time> by <bdi>{revision.changedBy}</bdi>
      </p>
      {!isNewest && (
        <>
          <details className="seo-details" onToggle={(event) => setOpen(event.currentTarget.open)}>
            <summary aria-label={`Difference of ${when} to now`}>Difference to now</summary>
            {isOpen && <Differences revision={revision} />}
          </details>
          {(revision.fields || state.record) && (
            <TwoStepButton
              label="Restore"
              name={`Restore the version of ${when}`}
              confirmLabel="Confirm Restore"
              question={
                controls.isDirty
                  ? 'This replaces what is stored, and drops your unsaved changes.'
                  : 'This replaces what is stored.'
              }
              isBusy={saving.isSaving}
              onConfirm={() => saving.restore(revision)}
            />
          )}
        </>
      )}
    </li>
  )
}
