import { useState } from 'react'
import { useEditor } from './state/editor-context.ts'
import { Question, TwoStepButton } from './versions/two-step-button.tsx'

function LeaveQuestion() {
  const { leaving } = useEditor()
  const [focusedBefore] = useState(() => document.activeElement)

  function stay() {
    leaving.stay()
    if (focusedBefore instanceof HTMLElement) focusedBefore.focus()
  }

  return (
    <Question
      text="You have unsaved changes."
      yes="Discard and close"
      no="Keep editing"
      onYes={leaving.leave}
      onNo={stay}
    />
  )
}

/** The buttons below the fields: save, reset, and the question before unsaved changes are lost. */
export function EditorActions() {
  const { state, canEdit, saving, leaving, controls } = useEditor()
  const { status } = saving
  if (!canEdit) return null
  return (
    <footer className="seo-foot">
      <div>
        <div role="status">
          {status?.kind === 'success' && <p className="small strong">{status.text}</p>}
        </div>
        <div role="alert">
          {status?.kind === 'error' && <p className="problem">{status.text}</p>}
        </div>
      </div>
      {leaving.isAsking ? (
        <LeaveQuestion />
      ) : (
        <div className="actions">
          {state.record && (
            <TwoStepButton
              label="Reset to Defaults"
              confirmLabel="Confirm Delete"
              question="This deletes the custom SEO data of this page. The history keeps it."
              isBusy={saving.isSaving}
              onConfirm={saving.remove}
            />
          )}
          {controls.isDirty && <p className="seo-unsaved small muted">Unsaved changes</p>}
          <button className="btn btn-small seo-save" type="submit" disabled={saving.isSaving}>
            {saving.isSaving ? 'Saving...' : 'Save Changes'}
          </button>
        </div>
      )}
    </footer>
  )
}
