import { createContext, useContext } from 'react'
import type { SeoEditorState, SeoRecord } from '#/contracts/seo/seo.ts'
import type { DraftControls, Leaving } from './use-draft.ts'
import type { Saving } from './use-saving.ts'

/** The state of the open editor, shared by all its parts. */
export type Editor = {
  pagePath: string
  state: SeoEditorState
  /** The record that the page behind the editor was rendered with. */
  served: SeoRecord | null
  /** True where the reader is signed in. */
  canEdit: boolean
  controls: DraftControls
  saving: Saving
  leaving: Leaving
}

/** Provided by the editor's form. */
export const EditorContext = createContext<Editor | undefined>(undefined)

/** The open editor. Throws outside of it. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('useEditor is used outside the editor')
  return editor
}
