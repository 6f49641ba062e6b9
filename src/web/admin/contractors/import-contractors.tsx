import { apiPaths } from '#/contracts/routes.ts'
import { ImportSheet } from '../import/import-sheet.tsx'
import { counted } from '../shell/counts.ts'
import { csvType, saveFile } from '../shell/csv.ts'
import { ToolButton } from '../shell/filters.tsx'
import { useChange } from '../shell/server-data.ts'
import { contractorLists } from './use-contractors.ts'

/** Saves all contractors as a file, which an import reads as well. */
export function ExportContractors({ isOff }: { isOff: boolean }) {
  const { mutate: run, isPending } = useChange<void, { data: { csv: string } }>({
    call: () => ({ method: 'GET', path: apiPaths.contractorExport }),
    failure: 'Failed to fetch the contractors',
    onAnswer: ({ data }) => saveFile('contractors.csv', new Blob([data.csv], { type: csvType })),
  })
  return (
    <ToolButton isOff={isOff || isPending} onPress={run}>
      Export CSV
    </ToolButton>
  )
}

/** Adds and changes contractors by a file. */
export function ImportContractors({ onDone }: { onDone: () => void }) {
  return (
    <ImportSheet
      heading="Import contractors"
      about={
        <>
          <p className="office-about">
            Your own sheet, saved as CSV, with the names of its columns in the first row. A row with
            a known license number updates that contractor; any other row adds one. Contractors not
            in the file stay as they are, and so does everything that the file has no column for.
            Nothing is stored before you have seen what happens to each row.
          </p>
          <p>
            <ExportContractors isOff={false} />
          </p>
        </>
      }
      words={{
        noun: 'contractor',
        unchanged: 'Left alone',
        inWords: ({ added, changed, unchanged }) =>
          `${counted(added, 'contractor')} would be added, ${changed} changed, and ${unchanged} would stay as they are.`,
      }}
      paths={{ preview: apiPaths.contractorImportPreview, import: apiPaths.contractorImport }}
      success="The contractors were imported"
      refetches={contractorLists}
      onDone={onDone}
    />
  )
}
