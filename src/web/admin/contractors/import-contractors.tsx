import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { longestImport } from '#/contracts/referrals/contractor-limits.ts'
import type { ImportPlaces, ImportPlan } from '#/contracts/referrals/contractors.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { InputField } from '../../ui/fields.tsx'
import { counted } from '../shell/counts.ts'
import { csvType, saveFile } from '../shell/csv.ts'
import { ToolButton } from '../shell/filters.tsx'
import { refusalOf } from '../shell/request-errors.ts'
import { useChange } from '../shell/server-data.ts'
import { ImportColumns, PlanInWords, PlannedRows } from './import-plan.tsx'
import { type SentFile, useImport, usePreviewImport } from './use-contractors.ts'

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
export function decodeFile(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Shows what a file would do to the list, and does it once that is confirmed. */
export function ImportContractors({ onDone }: { onDone: () => void }) {
  const [file, setFile] = useState<SentFile>()
  const [problem, setProblem] = useState<string>()
  const preview = usePreviewImport()
  const importing = useImport()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const plan = file && preview.data?.data
  const frame = { name: 'file', label: 'CSV file', problem, wide: true }
  const isBusy = preview.isPending || importing.isPending

  function forget() {
    setProblem(undefined)
    setFile(undefined)
  }

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const [chosen] = event.currentTarget.files ?? []
    if (!chosen) return
    forget()
    try {
      // Twice the characters, because some take several bytes.
      if (chosen.size > 2 * longestImport) throw new Error('the file is too large')
      const sent = { csv: decodeFile(await chosen.arrayBuffer()) }
      await preview.mutateAsync(sent)
      setFile(sent)
    } catch (error) {
      setProblem(
        chosen.size > 2 * longestImport
          ? 'The file is too large: one million characters at most.'
          : refusalOf(error, 'csv'),
      )
    }
  }

  async function place(places: ImportPlaces) {
    if (!file) return
    const sent = { ...file, places }
    setProblem(undefined)
    try {
      await preview.mutateAsync(sent)
      setFile(sent)
    } catch (error) {
      setProblem(refusalOf(error, 'csv'))
    }
  }

  async function run({ counts: { added, changed } }: ImportPlan) {
    if (!file) return
    try {
      await importing.mutateAsync({ ...file, expected: { added, changed } })
      onDone()
    } catch (error) {
      setFile(undefined)
      setProblem(refusalOf(error))
    }
  }

  const changes = plan ? plan.counts.added + plan.counts.changed : 0
  const mayRun = plan && plan.problem === null && plan.counts.refused === 0 && changes > 0
  return (
    <section className="contractors contractors-wide" aria-labelledby="import-heading">
      <h2 id="import-heading" className="contractor-heading" ref={heading} tabIndex={-1}>
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
          frame={frame}
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
        {plan && <ImportColumns plan={plan} isOff={isBusy} onPlace={place} />}
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
