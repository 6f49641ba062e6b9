import { useEffect, useRef, useState } from 'react'
import { editorParameter } from '#/contracts/routes.ts'
import type { SeoEditorState, SeoFields } from '#/contracts/seo/seo.ts'
import { readDraft, writeDraft } from '#/web/browser-storage.ts'
import {
  differingFields,
  type FieldName,
  fieldNames,
  keepChangedSince,
  startingFields,
} from './editor-fields.ts'

/** The fields as they are on the screen, the fields that the editor began with, and their version. */
export type Draft = { fields: SeoFields; base: SeoFields; version: number }

const keyOf = (pagePath: string) => `seo-draft:${pagePath}` as const

const areFields = (value: unknown): value is SeoFields =>
  typeof value === 'object' &&
  value !== null &&
  fieldNames.every((name) => typeof (value as SeoFields)[name] === 'string')

/** Undefined also for a draft that an older version of the editor wrote in another form. */
function readPageDraft(pagePath: string): Draft | undefined {
  try {
    const draft = JSON.parse(readDraft(keyOf(pagePath)) ?? 'null')
    const isDraft = areFields(draft?.fields) && areFields(draft?.base)
    return isDraft && Number.isInteger(draft.version) ? draft : undefined
  } catch {
    return undefined
  }
}

/** Removes the draft of a page that a reload would show again. */
export function removePageDraft(pagePath: string): void {
  writeDraft(keyOf(pagePath), undefined)
}

function newDraft(state: SeoEditorState): Draft {
  const fields = startingFields(state)
  return { fields, base: fields, version: state.version }
}

/**
 * The draft of a page, restored after a reload or a sign-in. Those who may not save see the stored
 * values instead, and their draft stays where it is.
 */
export function useDraft(pagePath: string, state: SeoEditorState, canEdit: boolean) {
  const [restored] = useState(() => readPageDraft(pagePath))
  const [draft, setDraft] = useState(() => (canEdit && restored) || newDraft(state))
  const [wasRestored, setRestored] = useState(canEdit && restored !== undefined)
  const isDirty = differingFields(draft.base, draft.fields).length > 0

  useEffect(() => {
    if (canEdit) writeDraft(keyOf(pagePath), isDirty ? JSON.stringify(draft) : undefined)
  }, [canEdit, pagePath, isDirty, draft])

  return {
    draft,
    /** True where the draft differs from what the editor began with. */
    isDirty,
    /** True while the draft on the screen is one from before a reload or a sign-in. */
    wasRestored: wasRestored && isDirty,
    /** True where there is a draft that shows only after signing in. */
    hasHiddenDraft: !canEdit && restored !== undefined,

    setField(name: FieldName, value: string) {
      setDraft((now) => ({ ...now, fields: { ...now.fields, [name]: value } }))
    },

    /**
     * Drops the draft and begins with the stored values. With the fields that were sent for them,
     * what was typed since then stays, over the stored values.
     */
    startFrom(newest: SeoEditorState, sent?: SeoFields) {
      const { base, version } = newDraft(newest)
      setRestored(false)
      setDraft(({ fields }) => ({
        fields: sent ? keepChangedSince(sent, fields, base) : base,
        base,
        version,
      }))
    },
  }
}

/** What `useDraft` returns. */
export type DraftControls = ReturnType<typeof useDraft>

/** An address without the parameter that opens the editor. */
export function addressWithoutEditor(href: string): string {
  const url = new URL(href)
  url.searchParams.delete(editorParameter)
  return url.href
}

/** Closes the editor. Unsaved changes are lost only after a question, the editor's or the browser's. */
export function useLeaving(isDirty: boolean, removeDraft: () => void) {
  const [isAsking, setAsking] = useState(false)
  const isAllowed = useRef(false)

  useEffect(() => {
    if (!isDirty) return
    function askFirst(event: BeforeUnloadEvent) {
      if (!isAllowed.current) event.preventDefault()
    }
    addEventListener('beforeunload', askFirst)
    return () => removeEventListener('beforeunload', askFirst)
  }, [isDirty])

  function leave() {
    isAllowed.current = true
    removeDraft()
    location.assign(addressWithoutEditor(location.href))
  }

  return {
    /** True while the editor asks whether to discard unsaved changes. */
    isAsking: isAsking && isDirty,
    ask() {
      if (isDirty) setAsking(true)
      else leave()
    },
    stay: () => setAsking(false),
    leave,
    /** Before a link that leads back here: the draft stays, so the browser need not ask. */
    allowOnce() {
      isAllowed.current = true
    },
  }
}

/** What `useLeaving` returns. */
export type Leaving = ReturnType<typeof useLeaving>
