import { useRef, useState } from 'react'
import type { SeoEditorState, SeoFields, SeoRevision } from '#/contracts/seo/seo.ts'
import { hasStatus } from '#/web/admin/shell/request-errors.ts'
import { dateTime } from '#/web/dates.ts'
import { RequestError, reasonOf } from '#/web/request.ts'
import {
  differingFields,
  type FieldName,
  fieldsToSave,
  labelsOf,
  startingFields,
} from './editor-fields.ts'
import { findProblems } from './find-problems.ts'
import { useSeoRequests } from './seo-requests.ts'
import type { Draft, DraftControls } from './use-draft.ts'

/** How the last action ended, in the editor's words. */
type Status = { kind: 'success' | 'error'; text: string }

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

/** Who saved while something else was typed, and the fields that both have changed. */
function describeConflict(
  { fields, base }: Draft,
  newest: SeoEditorState,
  revision: SeoRevision | undefined,
): string {
  const who = revision?.changedBy ?? 'Somebody else'
  const what = newest.record ? 'saved this page' : 'reset this page to its defaults'
  const when = revision ? ` on ${dateTime(Date.parse(revision.changedAt))}` : ''
  const theirs = startingFields(newest)
  const mine = differingFields(base, fields)
  const both = differingFields(base, theirs).filter(
    (name) => mine.includes(name) && fields[name] !== theirs[name],
  )
  const which = both.length > 0 ? ` Both of you changed: ${labelsOf(both)}.` : ''
  return `${who} ${what}${when}, while you were editing. What you typed is kept, over theirs.${which} Look at it, then try again.`
}

type SavingOptions = {
  pagePath: string
  state: SeoEditorState
  controls: DraftControls
  /** Called with the fields that are wrong, to show the first of them. */
  onProblems: (problems: Problems) => void
}

/** Saves, deletes and restores, and keeps what was typed where somebody else saved meanwhile. */
export function useSaving({ pagePath, state, controls, onProblems }: SavingOptions) {
  const { draft, startFrom } = controls
  const requests = useSeoRequests(pagePath, state)
  const [status, setStatus] = useState<Status>()
  const [problems, setProblems] = useState<Problems>({})
  const [isSaving, setSaving] = useState(false)
  const [hasSessionEnded, setSessionEnded] = useState(false)
  // State changes too late for a second press in the same frame.
  const isInFlight = useRef(false)

  function fail(found: Problems, text: string) {
    setProblems(found)
    setStatus({ kind: 'error', text: `Error: ${text}` })
    onProblems(found)
  }

  /** Runs one action at a time and shows how it ended. */
  async function run(action: () => Promise<SeoEditorState>, texts: typeof saveTexts) {
    if (isInFlight.current) return
    const sent = draft.fields
    isInFlight.current = true
    setSaving(true)
    setStatus(undefined)
    setProblems({})
    try {
      startFrom(await action(), sent)
      setSessionEnded(false)
      setStatus({ kind: 'success', text: texts.done })
    } catch (error) {
      if (hasStatus(error, 401)) setSessionEnded(true)
      const conflict = hasStatus(error, 409) && (await keepOverTheirs().catch(() => undefined))
      const found = error instanceof RequestError ? error.fields : {}
      fail(found, conflict || (reasonOf(error) ?? texts.failed))
    } finally {
      isInFlight.current = false
      setSaving(false)
    }
  }

  /** Puts what was typed over what somebody else stored meanwhile. Says who did, and what. */
  async function keepOverTheirs(): Promise<string> {
    const { newest, revision } = await requests.readNewest()
    startFrom(newest, draft.base)
    return describeConflict(draft, newest, revision)
  }

  /** Stores the fields. If the answer to an earlier try was lost, they are stored already. */
  async function store(fields: SeoFields, version: number): Promise<SeoEditorState> {
    const wanted = fieldsToSave(fields, state.defaults)
    try {
      return await requests.store(wanted, version)
    } catch (error) {
      if (!hasStatus(error, 409)) throw error
      const { newest } = await requests.readNewest()
      const stored = fieldsToSave(startingFields(newest), newest.defaults)
      if (differingFields(wanted, stored).length > 0) throw error
      return newest
    }
  }

  return {
    isSaving,
    status,
    problems,
    hasSessionEnded,

    clearProblem(name: FieldName) {
      if (problems[name]) setProblems(({ [name]: _removed, ...others }) => others)
    },

    save() {
      const { fields, version } = draft
      const found = findProblems(fields)
      const [first] = Object.values(found)
      if (first) return fail(found, first)
      return run(() => store(fields, version), saveTexts)
    },

    remove: () => run(() => requests.remove(state.version), deleteTexts),

    restore({ fields, changedAt }: SeoRevision) {
      const time = dateTime(Date.parse(changedAt))
      const done = `The version of ${time} is restored. Refresh the page to see changes.`
      const { version } = state
      const action = () => (fields ? requests.store(fields, version) : requests.remove(version))
      return run(action, { ...saveTexts, done })
    },
  }
}

/** What `useSaving` returns. */
export type Saving = ReturnType<typeof useSaving>
