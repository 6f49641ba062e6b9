import { lazy, Suspense, useEffect, useState } from 'react'
import { showToastsWith, type Toast } from './show-toast.ts'

const ToastRegion = lazy(() => import('./toast-region.tsx'))

/** Where toasts appear. Its code is loaded with the first of them. */
export function Toasts() {
  const [toast, setToast] = useState<Toast>()
  useEffect(() => showToastsWith(setToast), [])
  return <Suspense fallback={null}>{toast && <ToastRegion toast={toast} />}</Suspense>
}
