import { editorPath, signInPath } from '#/contracts/routes.ts'
import { useEditor } from './editor-context.ts'

function SignInLink() {
  const { pagePath, leaving } = useEditor()
  return (
    <a
      className="btn btn-small"
      href={signInPath(editorPath(pagePath))}
      onClick={leaving.allowOnce}
    >
      Sign in
    </a>
  )
}

function BuiltInNotice() {
  const { whyBuiltIn } = useEditor().state
  if (whyBuiltIn === null) return null
  return (
    <div className="seo-notice" role="alert">
      <p>
        This page is served with its built-in values, because the stored ones cannot be used:{' '}
        {whyBuiltIn}
      </p>
    </div>
  )
}

/** Above the fields: what the editor should know before changing them. */
export function EditorNotices() {
  return (
    <>
      <BuiltInNotice />
      <SessionNotices />
    </>
  )
}

/** That one must sign in, or that a draft was restored. */
function SessionNotices() {
  const { state, canEdit, controls, saving } = useEditor()
  if (!canEdit) {
    return (
      <div className="seo-notice">
        <p>
          This is what search engines are told about this page. Sign in as an editor or an admin to
          change it.
          {controls.hasHiddenDraft && ' Your unsaved changes are kept until then.'}
        </p>
        <SignInLink />
      </div>
    )
  }
  return (
    <>
      {saving.hasSessionEnded && (
        <div className="seo-notice" role="alert">
          <p>Your session has ended. Your changes are kept in this tab: sign in and save them.</p>
          <SignInLink />
        </div>
      )}
      {controls.wasRestored && (
        <div className="seo-notice" role="status">
          <p>Your unsaved changes from before are here again.</p>
          <button
            className="btn btn-line btn-small"
            type="button"
            onClick={() => controls.startFrom(state)}
          >
            Discard them
          </button>
        </div>
      )}
    </>
  )
}
