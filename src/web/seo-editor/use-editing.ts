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

/** The most often that what is stored is asked for. */
const mostTries = 3

/** Reads what is stored of a page; null where that is nothing. */
async function readStored(path: string, tries = 1): Promise<SeoRecord | null> {
  const params = path.startsWith(`${pagePaths.services}/`) ? { pagePath: path } : { path }
  try {
    return (await call(api.seo, { params })).data
  } catch (error) {
    if (hasStatus(error, 404)) return null
    if (tries < mostTries) return readStored(path, tries + 1)
    const why = error instanceof RequestError ? error.statusText : String(error)
    // biome-ignore lint/suspicious/noConsole: an editor who looks for the cause finds it there
    console.error(`Error fetching SEO data: ${why}`)
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

async function deleteStored(path: string, version: number): Promise<null> {
  await call(api.removeSeo, { params: { path, version } })
  return null
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

type EditingOptions = {
  pagePath: string
  loaded: SeoEditorState
  /** Called with the first field that is wrong. */
  onProblem: (name: FieldName) => void
}

/** Holds what is typed; saves, deletes and restores, and keeps it where somebody else saved meanwhile. */
export function useEditing({ pagePath, loaded, onProblem }: EditingOptions) {
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

  /** Puts what was typed over what somebody else stored meanwhile. Says who did. */
  async function keepOverTheirs(): Promise<string> {
    const newest = await readEditorState(pagePath)
    const { data: revisions } = await call(api.seoRevisions, { params: { path: pagePath } })
    const revision = revisions.find(({ version }) => version === newest.version)
    const who = revision?.changedBy ?? 'Someone else'
    startFrom(newest, stored)
    const did = newest.record ? 'saved this page' : 'reset this page to its defaults'
    return `${who} ${did} while you were editing. What you typed is still here and will replace theirs. Check it, then try again.`
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
      const conflict = hasStatus(error, 409) && (await keepOverTheirs().catch(() => undefined))
      const text = conflict || (reasonOf(error) ?? texts.failed)
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

    remove: () => run((version) => deleteStored(pagePath, version), deleteTexts),

    restore(values: SeoFields, changedAt: string) {
      const time = dateTime(Date.parse(changedAt))
      const done = `The version from ${time} was restored. Refresh the page to see changes.`
      return run((version) => store(pagePath, values, version), { ...saveTexts, done })
    },
  }
}

/** The open editor, as all its parts see it. */
type Editor = ReturnType<typeof useEditing> & {
  pagePath: string
  /** The record that the page behind the editor was rendered with. */
  served: SeoRecord | null
  /** True where the reader is signed in. */
  canEdit: boolean
}

/** Provided by the editor's form. */
export const EditorContext = createContext<Editor | undefined>(undefined)

/** Returns the open editor. Throws outside of it. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('useEditor is used outside the editor')
  return editor
}
