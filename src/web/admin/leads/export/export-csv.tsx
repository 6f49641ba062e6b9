import { useEffect, useRef, useState } from 'react'
import type { LeadCount, LeadFilters } from '#/contracts/inbox.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import { showToast } from '../../../ui/show-toast.ts'
import { useSite } from '../../../words.ts'
import { hasCode } from '../../shell/request-errors.ts'
import type { LeadList } from '../list/lead-list.ts'
import { ToolButton } from '../list/lead-toolbar.tsx'
import { exportAll } from './export-leads.ts'

/** Long enough for the slowest browser to have begun reading the file. */
const revokeAfterMs = 60_000

type ExportCsvProps = {
  filters: LeadFilters
  order: LeadOrder
  list: LeadList
  count: LeadCount | undefined
}

/** Exports the leads that match, with a progress bar while they are fetched. */
export function ExportCsv({ filters, order, list, count }: ExportCsvProps) {
  const { apiBaseUrl } = useSite()
  const [done, setDone] = useState<number>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function run() {
    const controller = new AbortController()
    running.current = controller
    setDone(0)
    try {
      const { signal } = controller
      const file = await exportAll({ filters, order, apiBaseUrl, signal, onProgress: setDone })
      if (!signal.aborted) saveFile('leads.csv', file)
    } catch (error) {
      if (!controller.signal.aborted && !hasCode(error, 'proof_needed')) {
        showToast({ title: 'Error', text: 'Failed to fetch leads', tone: 'destructive' })
      }
    } finally {
      setDone(undefined)
    }
  }

  if (done === undefined) {
    return (
      <ToolButton isOff={list.rowCount === 0} onPress={run}>
        Export CSV
      </ToolButton>
    )
  }
  return (
    <span className="export">
      <progress
        className="export-progress"
        aria-label="Leads in the file"
        max={Math.max(count?.matching ?? 0, done, 1)}
        value={done}
      />
      <span className="export-count">{done.toLocaleString('en-US')}</span>
      <ToolButton isOff={false} onPress={() => running.current?.abort()}>
        Cancel export
      </ToolButton>
    </span>
  )
}

/** Saves a file on the user's computer. */
function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs)
}
