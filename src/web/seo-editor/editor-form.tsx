import { type SubmitEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SeoEditorState } from '#/contracts/seo/seo.ts'
import { controlId } from '../ui/fields.tsx'
import { type Tab, Tabs } from '../ui/tabs.tsx'
import { EditorActions } from './editor-actions.tsx'
import { EditorContext } from './editor-context.ts'
import { EditorDialog } from './editor-dialog.tsx'
import { EditorNotices } from './editor-notices.tsx'
import type { FieldName } from './fields/editor-fields.ts'
import { AdvancedTab, BasicTab, ContentTab } from './fields/field-tabs.tsx'
import { removePageDraft, useDraft } from './saving/use-draft.ts'
import { useLeaving } from './saving/use-leaving.ts'
import { type Problems, useSaving } from './saving/use-saving.ts'
import { CompareTab } from './versions/compare-tab.tsx'
import { ConflictPanel } from './versions/conflict-panel.tsx'
import { HistoryTab } from './versions/history-tab.tsx'

const basic: Tab = { id: 'basic', label: 'Basic SEO', Panel: BasicTab }
const content: Tab = { id: 'content', label: 'Content SEO', Panel: ContentTab }
const advanced: Tab = { id: 'advanced', label: 'Advanced', Panel: AdvancedTab }
const compare: Tab = { id: 'compare', label: 'Now and after', Panel: CompareTab }
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
    // Without a user the draft is hidden, and kept until somebody has signed in.
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
    // Enter in a choice between mine and theirs must not save yet.
    if (!saving.theirs) saving.save()
  }

  const tabs: [Tab, ...Tab[]] = [basic, content, advanced, compare]
  if (canEdit) tabs.push(revisions)
  return (
    <EditorContext value={{ pagePath, state, served, canEdit, controls, saving, leaving }}>
      <EditorDialog pagePath={pagePath} onLeave={leaving.ask}>
        <form className="seo-form" noValidate onSubmit={submit}>
          <div className="seo-scroll">
            <EditorNotices />
            {saving.theirs ? (
              <ConflictPanel theirs={saving.theirs} />
            ) : (
              <Tabs tabs={tabs} label="SEO Editor" chosenId={chosenTab} onChoose={setChosenTab} />
            )}
          </div>
          <EditorActions />
        </form>
      </EditorDialog>
    </EditorContext>
  )
}
