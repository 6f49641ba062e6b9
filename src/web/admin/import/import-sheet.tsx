import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { longestImport } from '#/contracts/limits.ts'
import type { ImportPlan, Places } from '#/contracts/sheets.ts'
import { InputField } from '../../ui/fields.tsx'
import { counted } from '../shell/counts.ts'
import { refusalOf } from '../shell/request-errors.ts'
import { useChange } from '../shell/server-data.ts'
import { ImportColumns, type ImportWords, PlanInWords, PlannedRows } from './import-plan.tsx'

/** The text of a file: as UTF-8, or as Excel saves it on Windows where it is told nothing else. */
function decodeFile(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** A file, and in which of its columns each field stands where the owner has chosen that. */
type SentFile = { csv: string; places?: Places }

type ImportSheetProps = {
  heading: string
  /** What stands above the field for the file. */
  about: ReactNode
  words: ImportWords
  /** Where a file is read, and where it is imported. */
  paths: { preview: string; import: string }
  success: string
  refetches: readonly string[]
  /** Leaves, for the list. */
  onDone: () => void
}

/** Shows what a file would do to a list, and does it once that is confirmed. */
export function ImportSheet(props: ImportSheetProps) {
  const { heading, about, words, paths, success, refetches, onDone } = props
  const [file, setFile] = useState<SentFile>()
  const [problem, setProblem] = useState<string>()
  const preview = useChange<SentFile, { data: ImportPlan }>({
    call: (body) => ({ method: 'POST', path: paths.preview, body }),
  })
  const importing = useChange<SentFile & { expected: { added: number; changed: number } }>({
    call: (body) => ({ method: 'POST', path: paths.import, body }),
    success,
    refetches,
  })
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), [])
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

  async function place(places: Places) {
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
      <h2 id="import-heading" className="contractor-heading" ref={head} tabIndex={-1}>
        {heading}
      </h2>
      <div className="office-part">
        {about}
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
          {plan && <PlanInWords plan={plan} words={words} />}
        </div>
        {plan && <PlannedRows plan={plan} words={words} />}
        <div className="actions">
          {mayRun && (
            <button
              className="btn btn-small"
              type="button"
              disabled={isBusy}
              onClick={() => run(plan)}
            >
              {importing.isPending ? 'Importing…' : `Import ${counted(changes, words.noun)}`}
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
