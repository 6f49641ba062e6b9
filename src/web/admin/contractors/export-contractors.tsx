import { useState } from 'react'
import { apiPaths } from '#/contracts/routes.ts'
import { showToast } from '../../ui/show-toast.ts'
import { useSite } from '../../words.ts'
import { csvType } from '../export/csv.ts'
import { saveFile } from '../export/save-file.ts'
import { requestWithProof } from '../shell/ask-for-proof.ts'
import { ToolButton } from '../shell/filters.tsx'
import { hasCode } from '../shell/request-errors.ts'

/** Saves all contractors as a file, which an import reads as well. */
export function ExportContractors({ isOff }: { isOff: boolean }) {
  const { apiBaseUrl } = useSite()
  const [isRunning, setRunning] = useState(false)

  async function run() {
    setRunning(true)
    try {
      const { data } = await requestWithProof<{ data: { csv: string } }>(
        'GET',
        apiPaths.contractorExport,
        { apiBaseUrl },
      )
      saveFile('contractors.csv', new Blob([data.csv], { type: csvType }))
    } catch (error) {
      if (!hasCode(error, 'proof_needed')) {
        showToast({
          title: 'Error',
          text: 'Failed to fetch the contractors',
          tone: 'destructive',
        })
      }
    } finally {
      setRunning(false)
    }
  }

  return (
    <ToolButton isOff={isOff || isRunning} onPress={run}>
      Export CSV
    </ToolButton>
  )
}
