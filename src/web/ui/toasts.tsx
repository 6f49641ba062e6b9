import { lazy, Suspense, useSyncExternalStore } from 'react'
import { newestToast, subscribeToToasts } from './toast-store.ts'

const ToastRegion = lazy(() => import('./toast-region.tsx'))

/** Where toasts appear. Its code is loaded with the first of them. */
export function Toasts() {
  const toast = useSyncExternalStore(subscribeToToasts, newestToast, () => undefined)
  return <Suspense fallback={null}>{toast && <ToastRegion toast={toast} />}</Suspense>
}
