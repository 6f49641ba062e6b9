import { apiPaths } from '#/contracts/routes.ts'
import { csvType, saveFile } from '../export/csv.ts'
import { ToolButton } from '../shell/filters.tsx'
import { useChange } from '../shell/server-data.ts'

/** Saves all contractors as a file, which an import reads as well. */
export function ExportContractors({ isOff }: { isOff: boolean }) {
  const { mutate: run, isPending } = useChange<void, { data: { csv: string } }>({
    call: () => ({ method: 'GET', path: apiPaths.contractorExport }),
    failure: 'Failed to fetch the contractors',
    refetches: [],
    onAnswer: ({ data }) => saveFile('contractors.csv', new Blob([data.csv], { type: csvType })),
  })
  return (
    <ToolButton isOff={isOff || isPending} onPress={run}>
      Export CSV
    </ToolButton>
  )
}
