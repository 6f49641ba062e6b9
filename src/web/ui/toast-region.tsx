import * as Radix from '@radix-ui/react-toast'
import { sharedLabels } from '#/content/chrome.ts'
import { Icon } from './icon.tsx'
import type { Toast } from './show-toast.ts'

const durationMs = 5000
const swipeThresholdPx = 50

/** The newest toast: for five seconds, or until it is closed or swiped to the right. F8 reaches it. */
export default function ToastRegion({ toast }: { toast: Toast }) {
  return (
    <Radix.Provider
      duration={durationMs}
      swipeDirection="right"
      swipeThreshold={swipeThresholdPx}
      label={sharedLabels.notifications}
    >
      <Radix.Root key={toast.id} className={`toast toast-${toast.tone}`}>
        <Radix.Title className="toast-title">{toast.title}</Radix.Title>
        <Radix.Description className="toast-text">{toast.text}</Radix.Description>
        <Radix.Close className="toast-close" aria-label={sharedLabels.dismissToast}>
          <Icon name="x" />
        </Radix.Close>
      </Radix.Root>
      <Radix.Viewport className="toast-viewport" />
    </Radix.Provider>
  )
}
