import { useRef, useState } from 'react'
import type { SeoEditorState, SeoRevision } from '#/contracts/seo.ts'
import { dateTime } from '../dates.ts'
import { RequestError, reasonOf } from '../request.ts'
import { type FieldName, fieldsToSave, startingFields } from './editor-fields.ts'
import { findProblems } from './find-problems.ts'
import { mergeFields, type Side } from './merge-fields.ts'
import { useSeoRequests } from './seo-requests.ts'
import type { Draft, DraftControls } from './use-draft.ts'

/** What the editor says about the last thing that it did. */
export type Status = { kind: 'success' | 'error'; text: string }

/** What is wrong with which field. */
export type Problems = Partial<Record<FieldName, string>>

const savedText = 'SEO data saved successfully! Refresh the page to see changes.'
const deletedText = 'Custom SEO data deleted successfully! The page will now use default values.'
const saveFailedText = 'Failed to save SEO data'
const deleteFailedText = 'Failed to delete SEO data'

const hasStatus = (error: unknown, status: number) =>
  error instanceof RequestError && error.status === status

type SavingOptions = {
  pagePath: string
  state: SeoEditorState
  controls: DraftControls
  /** Called with the fields that are wrong, to show the first of them. */
  onProblems: (problems: Problems) => void
}

/** Saving, deleting, restoring, and what follows where another was faster. */
export function useSaving({ pagePath, state, controls, onProblems }: SavingOptions) {
  const { draft, isDirty, setDraft, startFrom } = controls
  const requests = useSeoRequests(pagePath, state)
  const [isSaving, setSaving] = useState(false)
  const [status, setStatus] = useState<Status>()
  const [problems, setProblems] = useState<Problems>({})
  const [theirs, setTheirs] = useState<SeoEditorState>()
  const [hasSessionEnded, setSessionEnded] = useState(false)
  // State is too late for a second press in the same frame.
  const isInFlight = useRef(false)

  function refuse(found: Problems, text: string) {
    setProblems(found)
    setStatus({ kind: 'error', text })
    onProblems(found)
  }

  function explain(error: unknown, fallback: string) {
    if (hasStatus(error, 401)) setSessionEnded(true)
    const fields = error instanceof RequestError ? error.fields : {}
    refuse(fields, `Error: ${reasonOf(error) ?? fallback}`)
  }

  /** Does one thing at a time, and leaves nobody waiting for its end. */
  async function run(fallback: string, action: () => Promise<SeoEditorState>, done: string) {
    if (isInFlight.current) return
    isInFlight.current = true
    setSaving(true)
    setStatus(undefined)
    setProblems({})
    try {
      startFrom(await action())
      setSessionEnded(false)
      setTheirs(undefined)
      setStatus({ kind: 'success', text: done })
    } catch (error) {
      explain(error, fallback)
      if (hasStatus(error, 409)) await showNewest().catch(() => undefined)
    } finally {
      isInFlight.current = false
      setSaving(false)
    }
  }

  /** After a refusal because of a newer version: what is written is set beside it. */
  async function showNewest() {
    const newest = await requests.readNewest()
    if (isDirty) setTheirs(newest)
    else startFrom(newest)
  }

  function save(given: Draft = draft) {
    const found = findProblems(given.fields)
    if (Object.keys(found).length > 0) {
      refuse(found, `Error: ${Object.values(found)[0]}`)
      return
    }
    const fields = fieldsToSave(given.fields, state.defaults)
    return run(saveFailedText, () => requests.store(fields, given.version), savedText)
  }

  return {
    isSaving,
    status,
    problems,
    hasSessionEnded,
    /** What another stored meanwhile, while it is to be chosen what is kept. */
    theirs,
    save: () => save(),

    remove() {
      return run(deleteFailedText, () => requests.remove(state.version), deletedText)
    },

    restore({ fields, changedAt }: SeoRevision) {
      const restoreFields = () =>
        fields ? requests.store(fields, state.version) : requests.remove(state.version)
      const done = `The version of ${dateTime(Date.parse(changedAt))} is restored. Refresh the page to see changes.`
      return run(saveFailedText, restoreFields, done)
    },

    /** Builds on what another stored, field by field; and saves that where it is wanted. */
    resolve(choices: Partial<Record<FieldName, Side>>, isToBeSaved: boolean) {
      if (!theirs) return
      const base = startingFields(theirs)
      const fields = mergeFields(draft.fields, base, choices)
      const merged = { fields, base, version: theirs.version }
      setDraft(merged)
      setTheirs(undefined)
      setStatus(undefined)
      if (isToBeSaved) return save(merged)
    },

    /** Takes a field's problem away when it is edited. */
    clearProblem(name: FieldName) {
      if (problems[name]) setProblems(({ [name]: _gone, ...others }) => others)
    },
  }
}

/** What `useSaving` answers. */
export type Saving = ReturnType<typeof useSaving>
