import { useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import type { SeoEditorState, SeoFields, SeoRecord } from '#/contracts/seo/seo.ts'
import { pagePaths } from '#/contracts/site-routes.ts'
import { call } from '../admin/shell/call.ts'
import { dateTime } from '../dates.ts'
import { hasStatus, RequestError, reasonOf } from '../request.ts'
import { type FieldName, fieldsToSave, keepChangedSince, startingFields } from './editor-fields.ts'

/** How the last action ended, in the editor's words. */
type Status = { kind: 'success' | 'error'; text: string; hasSessionEnded?: boolean }

const saveTexts = {
  done: 'SEO data saved successfully! Refresh the page to see changes.',
  failed: 'Failed to save SEO data',
}
const deleteTexts = {
  done: 'Custom SEO data deleted successfully! The page will now use default values.',
  failed: 'Failed to delete SEO data',
}

/** Reads what is stored of a page; null where that is nothing. */
async function readStored(path: string): Promise<SeoRecord | null> {
  const params = path.startsWith(`${pagePaths.services}/`) ? { pagePath: path } : { path }
  try {
    return (await call(api.seo, { params })).data
  } catch (error) {
    if (hasStatus(error, 404)) return null
    throw error
  }
}

/** Reads what the editor starts from. */
export async function readEditorState(path: string): Promise<SeoEditorState> {
  const frame = call(api.seoEditor, { params: { path } })
  const [record, { data }] = await Promise.all([readStored(path), frame])
  return { ...data, record }
}

async function store(pagePath: string, fields: SeoFields, version: number): Promise<SeoRecord> {
  return (await call(api.saveSeo, { body: { ...fields, pagePath, version } })).data
}

/** Has the browser ask before unsaved changes are lost. */
function useQuestionBeforeLeaving(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty])
}

/**
 * Holds what is typed; saves, deletes and restores, and keeps it where somebody else saved meanwhile.
 * `onProblem` is called with the first field that is wrong.
 */
export function useEditing(
  pagePath: string,
  loaded: SeoEditorState,
  onProblem: (name: FieldName) => void,
) {
  const client = useQueryClient()
  const [state, setState] = useState(loaded)
  const [fields, setFields] = useState(() => startingFields(loaded))
  const [status, setStatus] = useState<Status>()
  const [problems, setProblems] = useState<Partial<Record<FieldName, string>>>({})
  const [isSaving, setSaving] = useState(false)
  // State changes too late for a second press in the same frame.
  const isInFlight = useRef(false)
  const stored = startingFields(state)
  const isDirty = JSON.stringify(fields) !== JSON.stringify(stored)

  useQuestionBeforeLeaving(isDirty)

  /** Shows what is stored now, and over it what was typed since `sent`. */
  function startFrom(newest: SeoEditorState, sent: SeoFields) {
    setState(newest)
    setFields((now) => keepChangedSince(sent, now, startingFields(newest)))
  }

  /** Runs one action at a time and shows how it ended. */
  async function run(
    change: (version: number) => Promise<SeoRecord | null>,
    texts: typeof saveTexts,
  ) {
    if (isInFlight.current) return
    isInFlight.current = true
    setSaving(true)
    setStatus(undefined)
    setProblems({})
    try {
      const record = await change(state.version)
      const version = record?.version ?? state.version + 1
      startFrom({ ...state, record, version }, fields)
      setStatus({ kind: 'success', text: texts.done })
    } catch (error) {
      // What was typed stays, over what somebody else stored meanwhile.
      if (hasStatus(error, 409))
        startFrom(await readEditorState(pagePath).catch(() => state), stored)
      const text = reasonOf(error) ?? texts.failed
      const found = error instanceof RequestError ? error.fields : {}
      setProblems(found)
      setStatus({ kind: 'error', text: `Error: ${text}`, hasSessionEnded: hasStatus(error, 401) })
      const [first] = Object.keys(found) as FieldName[]
      if (first) onProblem(first)
    } finally {
      isInFlight.current = false
      setSaving(false)
      client.invalidateQueries({ queryKey: [pathTo(api.seoRevisions, { path: pagePath })] })
    }
  }

  return {
    pagePath,
    /** The record that the page behind the editor was rendered with. */
    served: loaded.record,
    /** True where the reader is signed in. */
    canEdit: loaded.user !== null,
    /** What is stored. */
    state,
    /** What is typed. */
    fields,
    isDirty,
    isSaving,
    status,
    problems,

    setField(name: FieldName, value: string) {
      setFields((now) => ({ ...now, [name]: value }))
      setProblems(({ [name]: _solved, ...others }) => others)
    },

    save() {
      const changed = fieldsToSave(fields, state.defaults)
      return run((version) => store(pagePath, changed, version), saveTexts)
    },

    remove: () =>
      run(async (version) => {
        await call(api.removeSeo, { params: { path: pagePath, version } })
        return null
      }, deleteTexts),

    restore(values: SeoFields, changedAt: string) {
      const time = dateTime(Date.parse(changedAt))
      const done = `The version from ${time} was restored. Refresh the page to see changes.`
      return run((version) => store(pagePath, values, version), { ...saveTexts, done })
    },
  }
}

/** The open editor, provided by its form to all its parts. */
export const EditorContext = createContext({} as ReturnType<typeof useEditing>)

/** Returns the open editor. */
export const useEditor = () => useContext(EditorContext)
