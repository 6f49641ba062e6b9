import { useState } from 'react'
import { useEditor } from './state/editor-context.ts'
import { Question, TwoStepButton } from './versions/two-step-button.tsx'

/** How the last action ended. */
function StatusMessage() {
  const { status } = useEditor().saving
  return (
    <div className="seo-status">
      <div role="status">
        {status?.kind === 'success' && <p className="seo-success seo-small">{status.text}</p>}
      </div>
      <div role="alert">{status?.kind === 'error' && <p className="problem">{status.text}</p>}</div>
    </div>
  )
}

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
  if (!canEdit) return null
  return (
    <footer className="seo-foot">
      <StatusMessage />
      {leaving.isAsking ? (
        <LeaveQuestion />
      ) : (
        !saving.theirs && (
          <div className="seo-actions">
            {state.record && (
              <TwoStepButton
                label="Reset to Defaults"
                confirmLabel="Confirm Delete"
                question="This deletes the custom SEO data of this page. The history keeps it."
                isBusy={saving.isSaving}
                onConfirm={saving.remove}
              />
            )}
            {controls.isDirty && <p className="seo-unsaved">Unsaved changes</p>}
            <button className="btn btn-small seo-save" type="submit" disabled={saving.isSaving}>
              {saving.isSaving ? 'Saving...' : 'Save Changes'}
            </button>
          </div>
        )
      )}
    </footer>
  )
}
