import { useEffect, useRef, useState } from 'react'
import { editorParameter } from '#/contracts/routes.ts'

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
