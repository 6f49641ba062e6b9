import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { longestImport } from '#/contracts/limits.ts'
import type { ImportPlan } from '#/contracts/referrals/contractor-import.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { InputField } from '../../ui/fields.tsx'
import { counted } from '../shell/counts.ts'
import { csvType, saveFile } from '../shell/csv.ts'
import { ToolButton } from '../shell/filters.tsx'
import { refusalOf } from '../shell/request-errors.ts'
import { useChange } from '../shell/server-data.ts'
import { PlanInWords, PlannedRows } from './import-plan.tsx'
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

/** The text of a file: as UTF-8, or as Excel saves it on Windows where it is told nothing else. */
function decodeFile(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Adds and changes contractors by a file, once the owner has seen what it would do. */
export function ImportContractors({ onDone }: { onDone: () => void }) {
  const [csv, setCsv] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const preview = useChange<{ csv: string }, { data: ImportPlan }>({
    call: (body) => ({ method: 'POST', path: apiPaths.contractorImportPreview, body }),
  })
  const importing = useChange<{ csv: string; expected: { added: number; changed: number } }>({
    call: (body) => ({ method: 'POST', path: apiPaths.contractorImport, body }),
    success: 'The contractors were imported',
    refetches: contractorLists,
  })
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), [])
  const plan = csv !== undefined ? preview.data?.data : undefined
  const isBusy = preview.isPending || importing.isPending

  function forget() {
    setProblem(undefined)
    setCsv(undefined)
  }

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const [chosen] = event.currentTarget.files ?? []
    if (!chosen) return
    forget()
    // Twice the characters, because some take several bytes.
    if (chosen.size > 2 * longestImport) {
      setProblem('The file is too large: one million characters at most.')
      return
    }
    try {
      const text = decodeFile(await chosen.arrayBuffer())
      await preview.mutateAsync({ csv: text })
      setCsv(text)
    } catch (error) {
      setProblem(refusalOf(error, 'csv'))
    }
  }

  async function run({ counts: { added, changed } }: ImportPlan) {
    if (csv === undefined) return
    try {
      await importing.mutateAsync({ csv, expected: { added, changed } })
      onDone()
    } catch (error) {
      setCsv(undefined)
      setProblem(refusalOf(error))
    }
  }

  const changes = plan ? plan.counts.added + plan.counts.changed : 0
  const mayRun = plan && plan.counts.refused === 0 && changes > 0
  return (
    <section className="contractors contractors-wide" aria-labelledby="import-heading">
      <h2 id="import-heading" className="contractor-heading" ref={head} tabIndex={-1}>
        Import contractors
      </h2>
      <div className="office-part">
        <p className="office-about">
          Your own sheet, saved as CSV, with the names of its columns in the first row. A row with a
          known license number updates that contractor; any other row adds one. Contractors not in
          the file stay as they are, and so does everything that the file has no column for. Nothing
          is stored before you have seen what happens to each row.
        </p>
        <p>
          <ExportContractors isOff={false} />
        </p>
        <InputField
          frame={{ name: 'file', label: 'CSV file', problem, wide: true }}
          type="file"
          accept=".csv,text/csv"
          disabled={isBusy}
          // A browser does not tell of the same file again, which may have been mended.
          onClick={({ currentTarget }) => {
            currentTarget.value = ''
            forget()
          }}
          onChange={choose}
        />
        <div role="status">
          {preview.isPending && <p>Reading the file…</p>}
          {plan && <PlanInWords plan={plan} />}
        </div>
        {plan && <PlannedRows plan={plan} />}
        <div className="actions">
          {mayRun && (
            <button
              className="btn btn-small"
              type="button"
              disabled={isBusy}
              onClick={() => run(plan)}
            >
              {importing.isPending ? 'Importing…' : `Import ${counted(changes, 'contractor')}`}
            </button>
          )}
          <button className="btn btn-line btn-small" type="button" onClick={onDone}>
            {plan && changes === 0 ? 'Back to the list' : 'Cancel'}
          </button>
        </div>
      </div>
    </section>
  )
}
