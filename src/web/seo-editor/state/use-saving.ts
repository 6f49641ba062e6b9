import { useRef, useState } from 'react'
import type { SeoEditorState, SeoFields, SeoRevision } from '#/contracts/seo/seo.ts'
import { hasStatus } from '#/web/admin/shell/request-errors.ts'
import { dateTime } from '#/web/dates.ts'
import { RequestError, reasonOf } from '#/web/request.ts'
import { type FieldName, fieldsToSave, haveSameValues, storedFields } from './editor-fields.ts'
import { findProblems } from './find-problems.ts'
import { useSeoRequests } from './seo-requests.ts'
import type { DraftControls } from './use-draft.ts'

/** How the last action ended, in the editor's words. */
export type Status = { kind: 'success' | 'error'; text: string }

/** What is wrong with which field. */
export type Problems = Partial<Record<FieldName, string>>

const saveTexts = {
  done: 'SEO data saved successfully! Refresh the page to see changes.',
  failed: 'Failed to save SEO data',
}
const deleteTexts = {
  done: 'Custom SEO data deleted successfully! The page will now use default values.',
  failed: 'Failed to delete SEO data',
}

/** How the last action ended. `onProblems` is called with the fields that are wrong. */
function useOutcome(onProblems: (problems: Problems) => void) {
  const [status, setStatus] = useState<Status>()
  const [problems, setProblems] = useState<Problems>({})

  function fail(found: Problems, text: string) {
    setProblems(found)
    setStatus({ kind: 'error', text: `Error: ${text}` })
    onProblems(found)
  }

  return {
    status,
    problems,
    fail,
    failWith(error: unknown, fallback: string) {
      fail(error instanceof RequestError ? error.fields : {}, reasonOf(error) ?? fallback)
    },
    succeed: (text: string) => setStatus({ kind: 'success', text }),
    clear() {
      setStatus(undefined)
      setProblems({})
    },
    clearProblem(name: FieldName) {
      if (problems[name]) setProblems(({ [name]: _removed, ...others }) => others)
    },
  }
}

type SavingOptions = {
  pagePath: string
  state: SeoEditorState
  controls: DraftControls
  /** Called with the fields that are wrong, to show the first of them. */
  onProblems: (problems: Problems) => void
}

/** Saves, deletes and restores, and settles what two people changed at the same time. */
export function useSaving({ pagePath, state, controls, onProblems }: SavingOptions) {
  const { draft, isDirty, startFrom } = controls
  const requests = useSeoRequests(pagePath, state)
  const outcome = useOutcome(onProblems)
  const [isSaving, setSaving] = useState(false)
  const [theirs, setTheirs] = useState<SeoEditorState>()
  const [hasSessionEnded, setSessionEnded] = useState(false)
  // State changes too late for a second press in the same frame.
  const isInFlight = useRef(false)

  /** Runs one action at a time and shows how it ended. */
  async function run(action: () => Promise<SeoEditorState>, texts: typeof saveTexts) {
    if (isInFlight.current) return
    const sent = draft.fields
    isInFlight.current = true
    setSaving(true)
    outcome.clear()
    try {
      startFrom(await action(), sent)
      setSessionEnded(false)
      setTheirs(undefined)
      outcome.succeed(texts.done)
    } catch (error) {
      if (hasStatus(error, 401)) setSessionEnded(true)
      outcome.failWith(error, texts.failed)
      if (hasStatus(error, 409)) await showNewest(sent).catch(() => undefined)
    } finally {
      isInFlight.current = false
      setSaving(false)
    }
  }

  async function showNewest(sent: SeoFields) {
    const newest = await requests.readNewest()
    if (isDirty) setTheirs(newest)
    else startFrom(newest, sent)
  }

  /** Stores the fields. If the answer to an earlier try was lost, they are stored already. */
  async function store(fields: SeoFields, version: number): Promise<SeoEditorState> {
    const wanted = fieldsToSave(fields, state.defaults)
    try {
      return await requests.store(wanted, version)
    } catch (error) {
      const newest = hasStatus(error, 409) ? await requests.readNewest() : undefined
      if (!newest || !haveSameValues(wanted, storedFields(newest))) throw error
      return newest
    }
  }

  function save() {
    const { fields, version } = draft
    const problems = findProblems(fields)
    const [first] = Object.values(problems)
    if (first) return outcome.fail(problems, first)
    return run(() => store(fields, version), saveTexts)
  }

  return {
    isSaving,
    status: outcome.status,
    problems: outcome.problems,
    clearProblem: outcome.clearProblem,
    hasSessionEnded,
    /** What another editor stored meanwhile, until one's own changes are kept or dropped. */
    theirs,
    save,
    remove: () => run(() => requests.remove(state.version), deleteTexts),

    restore({ fields, changedAt }: SeoRevision) {
      const time = dateTime(Date.parse(changedAt))
      const done = `The version of ${time} is restored. Refresh the page to see changes.`
      const { version } = state
      const action = () => (fields ? requests.store(fields, version) : requests.remove(version))
      return run(action, { ...saveTexts, done })
    },

    /** Continues from what another editor stored, with or without one's own changes over it. */
    resolve(keepsMine: boolean) {
      if (!theirs) return
      startFrom(theirs, keepsMine ? draft.base : undefined)
      setTheirs(undefined)
      outcome.clear()
    },
  }
}

/** What `useSaving` returns. */
export type Saving = ReturnType<typeof useSaving>
