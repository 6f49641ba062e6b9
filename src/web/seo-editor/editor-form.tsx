import { type SubmitEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SeoEditorState } from '#/contracts/seo.ts'
import { controlId } from '../ui/fields.tsx'
import { type Tab, Tabs } from '../ui/tabs.tsx'
import { AdvancedTab } from './advanced-tab.tsx'
import { BasicTab } from './basic-tab.tsx'
import { CompareTab } from './compare-tab.tsx'
import { ConflictPanel } from './conflict-panel.tsx'
import { ContentTab } from './content-tab.tsx'
import { EditorActions } from './editor-actions.tsx'
import { EditorContext } from './editor-context.ts'
import { EditorDialog } from './editor-dialog.tsx'
import type { FieldName } from './editor-fields.ts'
import { EditorNotices } from './editor-notices.tsx'
import { HistoryTab } from './history-tab.tsx'
import { removePageDraft, useDraft } from './use-draft.ts'
import { useLeaving } from './use-leaving.ts'
import { type Problems, useSaving } from './use-saving.ts'

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

/** The editor of one page, for those who may save and for those who may only look. */
export function EditorForm({ pagePath, state }: EditorFormProps) {
  const canEdit = state.user !== null
  const [served] = useState(state.record)
  const [chosenTab, setChosenTab] = useState(basic.id)
  const controls = useDraft(pagePath, state, canEdit)
  const leaving = useLeaving(canEdit && controls.isDirty, () => removePageDraft(pagePath))
  const saving = useSaving({ pagePath, state, controls, onProblems: showFirstProblem })

  function showFirstProblem(problems: Problems) {
    const [name] = Object.keys(problems) as FieldName[]
    if (!name) return
    // Drawn before the focus moves, so that the field is there and says what is wrong.
    setTimeout(() => {
      flushSync(() => setChosenTab((tabOf[name] ?? advanced).id))
      document.getElementById(controlId(name))?.focus()
    })
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    // Enter in a choice between mine and theirs decides nothing yet.
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
