import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { editorPath, signInPath } from '#/contracts/routes.ts'
import type { SeoEditorState } from '#/contracts/seo/seo.ts'
import { controlId } from '../ui/fields.tsx'
import { Icon } from '../ui/icon.tsx'
import { type Tab, Tabs } from '../ui/tabs.tsx'
import { EditorActions } from './editor-actions.tsx'
import { AdvancedTab, BasicTab, ContentTab } from './fields/field-tabs.tsx'
import { EditorContext, useEditor } from './state/editor-context.ts'
import type { FieldName } from './state/editor-fields.ts'
import { removePageDraft, useDraft, useLeaving } from './state/use-draft.ts'
import { type Problems, useSaving } from './state/use-saving.ts'
import { HistoryTab } from './versions/history-tab.tsx'

type EditorDialogProps = {
  pagePath: string
  /** Asks to close the editor, by its button or by Escape. */
  onLeave: () => void
  children: ReactNode
}

/** The frame of the editor: a modal dialog that stays open until `onLeave` closes it. */
export function EditorDialog({ pagePath, onLeave, children }: EditorDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    const { current } = dialog
    if (current && !current.open) current.showModal()
    // Without this the focus would be on the first button, which closes the editor.
    heading.current?.focus()
  }, [])

  function reopen() {
    // No page can prevent that a second Escape closes a dialog, so it is opened again.
    if (!dialog.current?.open) dialog.current?.showModal()
    onLeave()
  }

  return (
    <dialog
      ref={dialog}
      className="seo-editor"
      // What is translated around it stays so: React would not find its own texts again.
      translate="no"
      aria-labelledby="seo-editor-heading"
      onCancel={(event) => {
        // Controls inside the dialog, such as a file input, have cancel events of their own.
        if (event.target !== dialog.current) return
        event.preventDefault()
        onLeave()
      }}
      onClose={reopen}
    >
      <header className="seo-head">
        <div>
          <h2 id="seo-editor-heading" ref={heading} tabIndex={-1}>
            SEO Editor
          </h2>
          <p className="seo-path">{pagePath}</p>
        </div>
        <button className="btn btn-ghost btn-small" type="button" onClick={onLeave}>
          <Icon name="x" />
          <span>Close</span>
        </button>
      </header>
      {children}
    </dialog>
  )
}

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

/** Above the fields: what the editor should know before changing them. */
function EditorNotices() {
  const { state, canEdit, controls, saving } = useEditor()
  return (
    <>
      {state.whyBuiltIn !== null && (
        <div className="seo-notice" role="alert">
          <p>
            This page is served with its built-in values, because the stored ones cannot be used:{' '}
            {state.whyBuiltIn}
          </p>
        </div>
      )}
      {!canEdit && (
        <div className="seo-notice">
          <p>
            This is what search engines are told about this page. Sign in as an editor or an admin
            to change it.
            {controls.hasHiddenDraft && ' Your unsaved changes are kept until then.'}
          </p>
          <SignInLink />
        </div>
      )}
      {canEdit && saving.hasSessionEnded && (
        <div className="seo-notice" role="alert">
          <p>Your session has ended. Your changes are kept in this tab: sign in and save them.</p>
          <SignInLink />
        </div>
      )}
      {controls.wasRestored && (
        <div className="seo-notice" role="status">
          <p>Your unsaved changes from before are here again.</p>
        </div>
      )}
    </>
  )
}

const basic: Tab = { id: 'basic', label: 'Basic SEO', Panel: BasicTab }
const content: Tab = { id: 'content', label: 'Content SEO', Panel: ContentTab }
const advanced: Tab = { id: 'advanced', label: 'Advanced', Panel: AdvancedTab }
const revisions: Tab = { id: 'history', label: 'History', Panel: HistoryTab }

const tabOf: Partial<Record<FieldName, Tab>> = {
  title: basic,
  description: basic,
  keywords: basic,
  h1Text: content,
  imageAltTexts: content,
}

type EditorFormProps = { pagePath: string; state: SeoEditorState }

/** The editor of one page; read-only for those who are not signed in. */
export function EditorForm({ pagePath, state }: EditorFormProps) {
  const canEdit = state.user !== null
  const [served] = useState(state.record)
  const [chosenTab, setChosenTab] = useState(basic.id)
  const controls = useDraft(pagePath, state, canEdit)
  const leaving = useLeaving(canEdit && controls.isDirty, () => {
    // Without a user the draft is hidden, and kept until the reader has signed in.
    if (canEdit) removePageDraft(pagePath)
  })
  const saving = useSaving({ pagePath, state, controls, onProblems: showFirstProblem })

  function showFirstProblem(problems: Problems) {
    const [name] = Object.keys(problems) as FieldName[]
    if (!name) return
    // Rendered before the focus moves, so that the field is there and shows its problem.
    setTimeout(() => {
      flushSync(() => setChosenTab((tabOf[name] ?? advanced).id))
      document.getElementById(controlId(name))?.focus()
    })
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    saving.save()
  }

  const tabs: [Tab, ...Tab[]] = [basic, content, advanced]
  if (canEdit) tabs.push(revisions)
  return (
    <EditorContext value={{ pagePath, state, served, canEdit, controls, saving, leaving }}>
      <EditorDialog pagePath={pagePath} onLeave={leaving.ask}>
        <form className="seo-form" noValidate onSubmit={submit}>
          <div className="seo-scroll">
            <EditorNotices />
            <Tabs tabs={tabs} label="SEO Editor" chosenId={chosenTab} onChoose={setChosenTab} />
          </div>
          <EditorActions />
        </form>
      </EditorDialog>
    </EditorContext>
  )
}
