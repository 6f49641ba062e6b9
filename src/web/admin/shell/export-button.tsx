import { useState } from 'react'
import { showToast } from '../../ui/show-toast.ts'
import { type Export, exportPages, saveFile } from './csv.ts'
import { ToolButton } from './filters.tsx'
import { hasCode } from './request-errors.ts'

type ExportButtonProps<Row> = {
  label?: string
  what: Export<Row>
  fileName: string
  /** The text of the toast where it fails. */
  failure: string
  /** True while there is nothing to export. */
  isOff: boolean
}

/** Exports rows as CSV. */
export function ExportButton<Row>(props: ExportButtonProps<Row>) {
  const { label = 'Export CSV', what, fileName, failure, isOff } = props
  const [isRunning, setRunning] = useState(false)

  async function run() {
    setRunning(true)
    try {
      saveFile(fileName, await exportPages(what))
    } catch (error) {
      if (!hasCode(error, 'proof_needed')) {
        showToast({ title: 'Error', text: failure, tone: 'destructive' })
      }
    } finally {
      setRunning(false)
    }
  }

  return (
    <ToolButton isOff={isOff || isRunning} onPress={run}>
      {isRunning ? 'Exporting…' : label}
    </ToolButton>
  )
}
