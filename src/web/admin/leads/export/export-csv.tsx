import { useEffect, useRef, useState } from 'react'
import type { LeadCount, LeadFilters } from '#/contracts/inbox.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import { showToast } from '../../../ui/show-toast.ts'
import { useSite } from '../../../words.ts'
import { heldRows, isWhole, type LeadList } from '../list/lead-list.ts'
import { ToolButton } from '../list/lead-toolbar.tsx'
import { downloadFile } from './download-file.ts'
import { exportAll, exportHeld } from './export-leads.ts'
import { csvFileName } from './leads-csv.ts'

type ExportCsvProps = {
  filters: LeadFilters
  order: LeadOrder
  list: LeadList
  count: LeadCount | undefined
  /** True while the list that is shown is not yet the one that the filters ask for. */
  isOld: boolean
}

/** Makes the file of the leads that match; with a progress bar where they must be fetched first. */
export function ExportCsv({ filters, order, list, count, isOld }: ExportCsvProps) {
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
      const file =
        isWhole(list) && !isOld
          ? await exportHeld(heldRows(list))
          : await exportAll({ filters, order, apiBaseUrl, signal, onProgress: setDone })
      if (!signal.aborted) downloadFile(csvFileName, file)
    } catch {
      if (!controller.signal.aborted) {
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
