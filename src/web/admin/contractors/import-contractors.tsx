import { type ChangeEvent, useState } from 'react'
import { services } from '#/content/services.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { longestImport } from '#/contracts/limits.ts'
import { contractorServiceIds } from '#/contracts/referrals/contractor-limits.ts'
import {
  contractorColumns,
  type ImportPlan,
  type ImportUndo,
} from '#/contracts/referrals/contractors.ts'
import { refusalOf } from '../../request.ts'
import { Button } from '../../ui/button.tsx'
import { InputField } from '../../ui/fields.tsx'
import { Opener } from '../../ui/lists.tsx'
import { counted } from '../shell/counts.ts'
import { downloadCsv } from '../shell/csv.ts'
import { useChange, useTowns } from '../shell/use-api.ts'
import { decodeSheet } from './decode-sheet.ts'
import { FocusedHeading, headingId } from './focused-heading.tsx'
import { PlanInWords, PlannedColumns, PlannedRows } from './import-plan.tsx'

/** Saves a file with the names of the columns alone. */
const saveTemplate = () =>
  downloadCsv('contractors-template.csv', Object.values(contractorColumns), [])

/** How the cells are written of which people ask. */
function AboutCells() {
  const towns = useTowns()
  return (
    <Opener line="What to put in the cells">
      <p>License expires, Insurance expires and Paused until: a day, such as 8/31/2027.</p>
      <p>
        Services: All, or some of {contractorServiceIds.map((id) => services[id].name).join('; ')},
        with semicolons between them.
      </p>
      <p>Towns: All, or some of {towns.join('; ')}.</p>
      <p>
        Answers emergencies: yes or no. Wants offers: empty, or hours such as Mon-Fri 8 AM-5 PM.
      </p>
    </Opener>
  )
}

type ImportedProps = { plan: ImportPlan; undo: ImportUndo; onDone: () => void }

/** What has become of an import, and the way back. */
function Imported({ plan, undo, onDone }: ImportedProps) {
  const takeBack = useChange(api.undoContractorImport, {
    failure: 'Failed to undo the import',
    onAnswer: () => document.getElementById(headingId)?.focus(),
  })
  const { added, changed, refused } = plan.counts
  const kept = takeBack.data?.kept
  const left = refused > 0 ? ` ${counted(refused, 'row')} left out:` : ''
  const changedSince = kept?.length
    ? ` These weren’t, because they’ve since been changed or sent an offer: ${kept.join('; ')}.`
    : ''
  return (
    <>
      <p role="status">
        <strong>
          {kept
            ? 'The import was undone.'
            : `${counted(added, 'contractor')} added, ${changed} changed.`}
        </strong>
        {kept ? changedSince : left}
      </p>
      {!kept && <PlannedRows rows={plan.rows.filter(({ outcome }) => outcome === 'refused')} />}
      <div className="actions">
        <Button look="main" onPress={onDone}>
          All contractors
        </Button>
        {!kept && (
          <Button look="line" isBusy={takeBack.isPending} onPress={() => takeBack.mutate(undo)}>
            Undo the import
          </Button>
        )}
      </div>
    </>
  )
}

/** Adds and changes contractors by a file, once the owner has seen what it would do. */
export function ImportContractors({ onDone }: { onDone: () => void }) {
  const [wrong, setWrong] = useState<string>()
  const preview = useChange(api.contractorImportPreview, { refetches: [] })
  const importing = useChange(api.contractorImport, {})
  const error = importing.error ?? preview.error
  const problem = wrong ?? (error ? refusalOf(error, 'csv') : undefined)
  const plan = error ? undefined : preview.data
  const { csv = '' } = preview.variables ?? {}
  const isBusy = preview.isPending || importing.isPending

  /** Forgets the file that was chosen before. */
  function forget() {
    setWrong(undefined)
    preview.reset()
    importing.reset()
  }

  async function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = currentTarget.files ?? []
    if (!chosen) return
    // A file that is dropped here comes without a click.
    forget()
    // Twice the characters, because some take several bytes.
    if (chosen.size > 2 * longestImport)
      return setWrong('The file is too large: one million characters at most.')
    const bytes = await chosen.arrayBuffer().catch(() => undefined)
    if (!bytes) return setWrong('This file can’t be read anymore. Please choose it again.')
    const decoded = decodeSheet(new Uint8Array(bytes))
    if ('csv' in decoded) preview.mutate(decoded)
    else setWrong(decoded.problem)
  }

  const changes = plan ? plan.counts.added + plan.counts.changed : 0
  const refused = plan?.counts.refused ?? 0
  return (
    <section className="column contractors" aria-labelledby={headingId}>
      <FocusedHeading key={String(importing.isSuccess)}>Import contractors</FocusedHeading>
      {plan && importing.data ? (
        <Imported plan={plan} undo={importing.data} onDone={onDone} />
      ) : (
        <div className="office-part">
          <p className="office-about">
            Choose your own sheet, saved as CSV, with column names in the first row. A row with a
            known license number updates that contractor; any other row adds one. Contractors and
            columns missing from the file stay as they are. You’ll see what happens to each row
            before anything is saved.
          </p>
          <div className="actions">
            <Button onPress={saveTemplate}>Get the template</Button>
          </div>
          <AboutCells />
          <InputField
            frame={{ name: 'file', label: 'CSV file', problem, wide: true }}
            type="file"
            accept=".csv,.txt,.tsv,.xlsx,.xls,text/csv,text/plain"
            disabled={isBusy}
            // A browser does not tell of the same file again, which may have been mended.
            onClick={({ currentTarget }) => {
              currentTarget.value = ''
              forget()
            }}
            onChange={choose}
          />
          {plan && <PlannedColumns plan={plan} />}
          <div role="status">
            {preview.isPending && <p>Reading the file…</p>}
            {plan && <PlanInWords plan={plan} />}
          </div>
          {plan && <PlannedRows rows={plan.rows} />}
          <div className="actions">
            {plan && changes > 0 && (
              <Button
                look="main"
                isBusy={isBusy}
                onPress={() => importing.mutate({ csv, expected: plan.counts })}
              >
                {importing.isPending
                  ? 'Importing…'
                  : refused > 0
                    ? `Import ${changes}, leave out ${refused}`
                    : `Import ${counted(changes, 'contractor')}`}
              </Button>
            )}
            <Button look="line" onPress={onDone}>
              {plan && changes === 0 ? 'Back to the list' : 'Cancel'}
            </Button>
          </div>
        </div>
      )}
    </section>
  )
}
