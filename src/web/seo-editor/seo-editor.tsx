import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import './seo-editor.css'
import '../ui/sheets/toast.css'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { editorPath, signInPath } from '#/contracts/routes.ts'
import type { SeoEditorState } from '#/contracts/seo/seo.ts'
import { editorParameter } from '#/contracts/site-routes.ts'
import { Fetched } from '../admin/shell/query-states.tsx'
import { RemoveButton } from '../admin/shell/remove-button.tsx'
import { createQueryClient } from '../admin/shell/use-api.ts'
import { RequestError } from '../request.ts'
import { controlId } from '../ui/fields.tsx'
import { Icon } from '../ui/icon.tsx'
import { type Tab, Tabs } from '../ui/tabs.tsx'
import type { FieldName } from './editor-fields.ts'
import { AdvancedTab, BasicTab, ContentTab } from './editor-tabs.tsx'
import { EditorContext, readEditorState, useEditing, useEditor } from './use-editing.ts'

/** Above the fields, for who may only read them. */
function SignInNotice() {
  const { pagePath } = useEditor()
  return (
    <div className="seo-notice actions">
      <p>
        This is what search engines are told about this page. Sign in as an editor or an admin to
        change it.
      </p>
      <a className="btn btn-small" href={signInPath(editorPath(pagePath))}>
        Sign in
      </a>
    </div>
  )
}

/** How the last action ended, and what can be done next. */
function EditorFoot() {
  const { pagePath, state, status, isDirty, isSaving, remove } = useEditor()
  const saveButton = useRef<HTMLButtonElement>(null)
  // A button that was switched off, or went with what it did, has lost the focus.
  useEffect(() => {
    if (!isSaving && document.activeElement === document.body && status) saveButton.current?.focus()
  }, [isSaving, status])
  return (
    <footer className="seo-foot">
      <div role="status">
        {status?.kind === 'success' && <p className="small strong">{status.text}</p>}
      </div>
      <div role="alert">
        {status?.kind === 'error' && <p className="problem">{status.text}</p>}
        {status?.hasSessionEnded && (
          <p className="small">
            <a href={signInPath(editorPath(pagePath))} target="_blank" rel="noreferrer">
              Sign in on a new tab
            </a>
            , then save here. What you typed stays.
          </p>
        )}
      </div>
      <div className="actions">
        {state.record && (
          <RemoveButton
            look="line"
            verb="Reset to Defaults"
            question="Reset to defaults?"
            consequence="This deletes the custom SEO data of this page. You can restore it from History."
            confirm="Confirm Delete"
            keep="Cancel"
            isOff={isSaving}
            onRemove={remove}
          />
        )}
        {isDirty && <p className="small muted">Unsaved changes</p>}
        <button
          ref={saveButton}
          className="btn btn-small seo-save"
          type="submit"
          disabled={isSaving}
        >
          {isSaving ? 'Saving...' : 'Save Changes'}
        </button>
      </div>
    </footer>
  )
}

const basic: Tab = { id: 'basic', label: 'Basic SEO', Panel: BasicTab }
const content: Tab = { id: 'content', label: 'Content SEO', Panel: ContentTab }
const advanced: Tab = { id: 'advanced', label: 'Advanced', Panel: AdvancedTab }

const tabOf: Record<FieldName, Tab> = {
  title: basic,
  description: basic,
  keywords: basic,
  h1Text: content,
  imageAltTexts: content,
  canonicalUrl: advanced,
  ogImage: advanced,
  structuredData: advanced,
}

/** The editor of one page; read-only for those who are not signed in. */
function EditorForm({ pagePath, loaded }: { pagePath: string; loaded: SeoEditorState }) {
  const [chosenTab, setChosenTab] = useState(basic.id)
  const editing = useEditing(pagePath, loaded, showProblem)

  function showProblem(name: FieldName) {
    // Rendered before the focus moves, so that the field is there and shows its problem.
    flushSync(() => setChosenTab(tabOf[name].id))
    document.getElementById(controlId(name))?.focus()
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    editing.save()
  }

  const { canEdit } = editing
  const tabs: [Tab, ...Tab[]] = [basic, content, advanced]
  return (
    <EditorContext value={editing}>
      <form className="seo-form" noValidate onSubmit={submit}>
        <div className="seo-scroll">
          {!canEdit && <SignInNotice />}
          <Tabs tabs={tabs} label="SEO Editor" chosenId={chosenTab} onChoose={setChosenTab} />
        </div>
        {canEdit && <EditorFoot />}
      </form>
    </EditorContext>
  )
}

/** An editor who looks for the cause finds it in the console. */
function logFailure(error: Error) {
  const why = error instanceof RequestError ? error.statusText : String(error)
  // biome-ignore lint/suspicious/noConsole: it is for who looks there
  console.error(`Error fetching SEO data: ${why}`)
}

/** Loads the page without the editor. The browser asks first where there are unsaved changes. */
function leave() {
  const url = new URL(location.href)
  url.searchParams.delete(editorParameter)
  location.assign(url)
}

function EditorDialog({ pagePath }: { pagePath: string }) {
  const query = useQuery({
    queryKey: [pathTo(api.seoEditor, { path: pagePath })],
    queryFn: () => readEditorState(pagePath),
    // It is asked for three times.
    retry: 2,
    retryDelay: 0,
  })
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    dialog.current?.showModal()
    // Without this the focus would be on the first button, which closes the editor.
    heading.current?.focus()
  }, [])

  function reopen() {
    // No page can prevent that Escape closes a dialog, and the browser asks before it leaves.
    dialog.current?.showModal()
    leave()
  }

  return (
    <dialog
      ref={dialog}
      className="seo-editor"
      // What is translated around it stays so: React would not find its own texts again.
      translate="no"
      aria-labelledby="seo-editor-heading"
      onClose={reopen}
    >
      <header className="row ends seo-head">
        <div>
          <h2 id="seo-editor-heading" ref={heading} tabIndex={-1}>
            SEO Editor
          </h2>
          <p className="small">{pagePath}</p>
        </div>
        <button className="btn btn-ghost btn-small" type="button" onClick={leave}>
          <Icon name="x" />
          <span>Close</span>
        </button>
      </header>
      <Fetched query={query} failure="The metadata of this page couldn’t be loaded.">
        {(loaded) => <EditorForm pagePath={pagePath} loaded={loaded} />}
      </Fetched>
    </dialog>
  )
}

/** The editor of a page's metadata, in a dialog over the page. */
export function SeoEditor({ pagePath }: { pagePath: string }) {
  const [client] = useState(() => createQueryClient(logFailure))
  return (
    <QueryClientProvider client={client}>
      <EditorDialog pagePath={pagePath} />
    </QueryClientProvider>
  )
}
