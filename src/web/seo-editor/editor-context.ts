import { createContext, useContext } from 'react'
import type { SeoRecord } from '#/contracts/seo/seo.ts'
import type { Editing } from './use-editing.ts'

/** The open editor, as all its parts see it. */
export type Editor = Editing & {
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
