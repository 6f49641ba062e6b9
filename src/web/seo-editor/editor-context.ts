import { createContext, useContext } from 'react'
import type { SeoEditorState, SeoRecord } from '#/contracts/seo.ts'
import type { DraftControls } from './use-draft.ts'
import type { Leaving } from './use-leaving.ts'
import type { Saving } from './use-saving.ts'

/** What every part of an open editor knows. */
export type Editor = {
  pagePath: string
  state: SeoEditorState
  /** What was stored when the page behind the editor was loaded. */
  served: SeoRecord | null
  /** True for somebody who is signed in. */
  canEdit: boolean
  controls: DraftControls
  saving: Saving
  leaving: Leaving
}

/** The open editor. */
export const EditorContext = createContext<Editor | undefined>(undefined)

/** The open editor, for the parts of it. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('useEditor is used outside the editor')
  return editor
}
