import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { longestImport } from '#/contracts/referrals/contractor-limits.ts'
import type { ImportPlan } from '#/contracts/referrals/contractors.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { InputField } from '../../ui/fields.tsx'
import { csvType, saveFile } from '../shell/csv.ts'
import { ToolButton } from '../shell/filters.tsx'
import { refusalOf } from '../shell/request-errors.ts'
import { useChange } from '../shell/server-data.ts'
import { useImport, usePreviewImport } from './use-contractors.ts'

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

const counted = (count: number, one: string) =>
  `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`

/** Shows what a file would do to the list, and does it once that is confirmed. */
export function ImportContractors({ onDone }: { onDone: () => void }) {
  const [csv, setCsv] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const preview = usePreviewImport()
  const importing = useImport()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const plan = csv === undefined ? undefined : preview.data?.data
  const frame = { name: 'file', label: 'CSV file', problem, wide: true }

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const input = event.currentTarget
    const [file] = input.files ?? []
    if (!file) return
    setProblem(undefined)
    setCsv(undefined)
    try {
      // Twice the characters, because some take several bytes.
      if (file.size > 2 * longestImport) throw new Error('the file is too large')
      const text = decodeFile(await file.arrayBuffer())
      await preview.mutateAsync({ csv: text })
      setCsv(text)
    } catch (error) {
      setProblem(
        file.size > 2 * longestImport
          ? 'The file is too large: one million characters at most.'
          : refusalOf(error, 'csv'),
      )
    }
    // The same file can be chosen again after it was mended.
    input.value = ''
  }

  async function run(confirmed: ImportPlan) {
    const expected = { added: confirmed.added.length, changed: confirmed.changed.length }
    try {
      await importing.mutateAsync({ csv: csv ?? '', expected })
      onDone()
    } catch (error) {
      setCsv(undefined)
      setProblem(refusalOf(error))
    }
  }

  return (
    <section className="contractors" aria-labelledby="import-heading">
      <h2 id="import-heading" className="contractor-heading" ref={heading} tabIndex={-1}>
        Import contractors
      </h2>
      <div className="office-part">
        <p className="office-about">
          The file needs the same columns as the exported file, which has them even while the list
          is empty. A row with a known license number updates that contractor; any other row adds
          one. Contractors not in the file stay as they are.
        </p>
        <p>
          <ExportContractors isOff={false} />
        </p>
        <InputField
          frame={frame}
          type="file"
          accept=".csv,text/csv"
          disabled={preview.isPending || importing.isPending}
          onChange={choose}
        />
        <div role="status">
          {preview.isPending && <p>Reading the file…</p>}
          {plan && <PlanInWords plan={plan} />}
        </div>
        <div className="actions">
          {plan && plan.refused.length === 0 && plan.added.length + plan.changed.length > 0 && (
            <button
              className="btn btn-small"
              type="button"
              disabled={importing.isPending}
              onClick={() => run(plan)}
            >
              {importing.isPending
                ? 'Importing…'
                : `Import ${counted(plan.added.length + plan.changed.length, 'contractor')}`}
            </button>
          )}
          <button className="btn btn-line btn-small" type="button" onClick={onDone}>
            {plan && plan.added.length + plan.changed.length === 0 ? 'Back to the list' : 'Cancel'}
          </button>
        </div>
      </div>
    </section>
  )
}

function PlanInWords({ plan: { added, changed, unchanged, refused } }: { plan: ImportPlan }) {
  return (
    <div className="import-plan">
      <p>
        <strong>
          {counted(added.length, 'contractor')} would be added, {changed.length} changed, and{' '}
          {unchanged} would stay as they are.
        </strong>
      </p>
      {refused.length > 0 && (
        <>
          <p className="problem">
            {counted(refused.length, 'row')} cannot be read, so nothing can be imported. Please fix
            the file and choose it again.
          </p>
          <ul>
            {refused.map(({ row, companyName, reasons }) => (
              <li key={row}>
                Row {row}
                {companyName && (
                  <>
                    , <bdi>{companyName}</bdi>
                  </>
                )}
                : {reasons.join(' ')}
              </li>
            ))}
          </ul>
        </>
      )}
      <PlannedRows heading="Added" rows={added} />
      <PlannedRows heading="Changed" rows={changed} />
    </div>
  )
}

type PlannedRow = { row: number; companyName: string; columns?: string[] }

function PlannedRows({ heading, rows }: { heading: string; rows: readonly PlannedRow[] }) {
  if (rows.length === 0) return null
  return (
    <>
      <h3>{heading}</h3>
      <ul>
        {rows.map(({ row, companyName, columns }) => (
          <li key={row}>
            Row {row}, <bdi>{companyName}</bdi>
            {columns && `: ${columns.join(', ')}`}
          </li>
        ))}
      </ul>
    </>
  )
}
