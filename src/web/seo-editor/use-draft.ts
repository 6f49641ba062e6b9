import { useEffect, useState } from 'react'
import type { SeoEditorState, SeoFields } from '#/contracts/seo.ts'
import { type Draft, keepDraft, readDraft } from './drafts.ts'
import { differingFields, startingFields, structuredDataFor } from './editor-fields.ts'

const draftOf = (state: SeoEditorState): Draft => {
  const fields = startingFields(state)
  return { fields, base: fields, version: state.version }
}

/**
 * What is being written, kept for the time after a reload or a sign-in. Those who may not save
 * see what is stored, and leave what was kept as it is.
 */
export function useDraft(pagePath: string, state: SeoEditorState, canEdit: boolean) {
  const [kept] = useState(() => readDraft(pagePath))
  const [draft, setDraft] = useState(() => (canEdit && kept) || draftOf(state))
  const [wasRestored, setRestored] = useState(canEdit && kept !== undefined)
  const isDirty = differingFields(draft.base, draft.fields).length > 0

  useEffect(() => {
    if (canEdit) keepDraft(pagePath, isDirty ? draft : undefined)
  }, [canEdit, pagePath, isDirty, draft])

  return {
    draft,
    isDirty,
    /** True while what is shown comes from before a reload or a sign-in. */
    wasRestored: wasRestored && isDirty,
    /** True where something is kept that only shows after signing in. */
    isKept: !canEdit && kept !== undefined,
    setDraft,

    setField<Name extends keyof SeoFields>(name: Name, value: SeoFields[Name]) {
      setDraft((now) => ({ ...now, fields: { ...now.fields, [name]: value } }))
    },

    /** Changes how stored data goes with the built-in one, and the text where that follows from it. */
    setStructuredDataMode(structuredDataMode: SeoFields['structuredDataMode']) {
      setDraft((now) => {
        const text = now.fields.structuredData
        const { structuredData: builtIn } = state.defaults
        const structuredData = structuredDataFor(structuredDataMode, text, builtIn)
        return { ...now, fields: { ...now.fields, structuredDataMode, structuredData } }
      })
    },

    /** Shows what is stored, without what was being written. */
    startFrom(newest: SeoEditorState) {
      setRestored(false)
      setDraft(draftOf(newest))
    },
  }
}

/** What `useDraft` answers. */
export type DraftControls = ReturnType<typeof useDraft>
