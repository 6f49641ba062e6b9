import { useEffect, useRef, useState } from 'react'
import { showToast } from '../../ui/show-toast.ts'
import { type Export, exportPages, saveFile } from './csv.ts'
import { ToolButton } from './filters.tsx'
import { hasCode } from './request-errors.ts'

type ExportButtonProps<Row> = {
  label?: string
  what: Export<Row>
  fileName: string
  /** How many rows there will be; undefined where that is not known. */
  total: number | undefined
  /** The name of the progress bar. */
  progressLabel: string
  /** The text of the toast where it fails. */
  failure: string
  /** True while there is nothing to export. */
  isOff: boolean
}

/** Exports rows as CSV, with a progress bar while they are fetched. */
export function ExportButton<Row>(props: ExportButtonProps<Row>) {
  const { label = 'Export CSV', what, fileName, total, progressLabel, failure, isOff } = props
  const [done, setDone] = useState<number>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function run() {
    const controller = new AbortController()
    running.current = controller
    setDone(0)
    try {
      const { signal } = controller
      const file = await exportPages(what, { signal, onProgress: setDone })
      if (!signal.aborted) saveFile(fileName, file)
    } catch (error) {
      if (!controller.signal.aborted && !hasCode(error, 'proof_needed')) {
        showToast({ title: 'Error', text: failure, tone: 'destructive' })
      }
    } finally {
      setDone(undefined)
    }
  }

  if (done === undefined) {
    return (
      <ToolButton isOff={isOff} onPress={run}>
        {label}
      </ToolButton>
    )
  }
  return (
    <span className="export">
      <progress
        className="export-progress"
        aria-label={progressLabel}
        {...(total !== undefined && { max: Math.max(total, done, 1), value: done })}
      />
      <span className="export-count">{done.toLocaleString('en-US')}</span>
      <ToolButton isOff={false} onPress={() => running.current?.abort()}>
        Cancel export
      </ToolButton>
    </span>
  )
}
