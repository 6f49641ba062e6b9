import { useEffect, useRef, useState } from 'react'
import { addressWithoutEditor } from './editor-addresses.ts'

/** The ways out of the editor: none of them loses unsaved changes without a question. */
export function useLeaving(isDirty: boolean, forgetDraft: () => void) {
  const [isAsking, setAsking] = useState(false)
  const isAllowed = useRef(false)

  useEffect(() => {
    if (!isDirty) return
    function holdBack(event: BeforeUnloadEvent) {
      if (!isAllowed.current) event.preventDefault()
    }
    addEventListener('beforeunload', holdBack)
    return () => removeEventListener('beforeunload', holdBack)
  }, [isDirty])

  function leave() {
    isAllowed.current = true
    forgetDraft()
    location.assign(addressWithoutEditor(location.href))
  }

  return {
    /** True while the question is open whether to leave unsaved changes behind. */
    isAsking: isAsking && isDirty,
    ask() {
      if (isDirty) setAsking(true)
      else leave()
    },
    stay: () => setAsking(false),
    leave,
    /** Lets the next way out of the page pass: what is written is kept. */
    allowOnce() {
      isAllowed.current = true
    },
  }
}

/** What `useLeaving` answers. */
export type Leaving = ReturnType<typeof useLeaving>
