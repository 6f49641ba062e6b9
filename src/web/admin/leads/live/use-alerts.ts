import { useRef } from 'react'
import { chime } from './chime.ts'
import { notifyDesktop } from './desktop-notice.ts'
import { readPreference } from './preferences.ts'
import { useLeadEvents } from './use-live.ts'

/** Sounds and notifies when a request comes in, for those who want it. */
export function useAlerts(): void {
  // After a lost connection the server may say something twice.
  const heard = useRef(new Set<number>())
  useLeadEvents({
    onLead({ lead, isNew }) {
      if (!isNew || heard.current.has(lead.id)) return
      heard.current.add(lead.id)
      if (readPreference('sound')) void chime()
      if (readPreference('notices') && !document.hasFocus()) notifyDesktop(lead)
    },
  })
}
