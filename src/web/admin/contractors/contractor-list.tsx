import { useEffect, useRef } from 'react'
import { api } from '#/contracts/endpoints/api.ts'
import type { ContractorEntry } from '#/contracts/referrals/contractors.ts'
import { counted, countText } from '../shell/counts.ts'
import { csvType, saveFile } from '../shell/csv.ts'
import { Choice, SearchField, ToolButton } from '../shell/filters.tsx'
import { useChange } from '../shell/use-api.ts'
import { contractorSearch } from './contractor-search.ts'
import { ContractorTable } from './contractor-table.tsx'
import type { ListState, View } from './contractors-view.ts'

const which = { name: 'which', label: 'Show' }

const needsYou = ({ standing }: ContractorEntry) => standing.some(({ tone }) => tone !== 'quiet')

function countInWords(shown: number, total: number): string {
  const all = counted(total, 'contractor')
  return shown === total ? all : `${countText(shown)} of ${all}`
}

/** Saves all contractors as a file, which an import reads as well. */
function ExportContractors({ isOff }: { isOff: boolean }) {
  const { mutate: run, isPending } = useChange(api.contractorExport, {
    failure: 'Failed to fetch the contractors',
    onAnswer: ({ csv }) => saveFile('contractors.csv', new Blob([csv], { type: csvType })),
  })
  return (
    <ToolButton isOff={isOff || isPending} onPress={() => run()}>
      Export CSV
    </ToolButton>
  )
}

type ContractorListProps = {
  contractors: readonly ContractorEntry[]
  state: ListState
  takesFocus: boolean
  onState: (state: ListState) => void
  onShow: (view: View) => void
}

/** The list with its search, and what can be done with all of them. */
export function ContractorList(props: ContractorListProps) {
  const { contractors, state, takesFocus, onState, onShow } = props
  const head = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (takesFocus) head.current?.focus({ preventScroll: true })
  }, [takesFocus])
  const { q, isTroubled } = state
  const isFound = contractorSearch(q ?? '')
  const troubled = contractors.filter(needsYou).length
  const shown = contractors.filter(
    (contractor) => (!isTroubled || needsYou(contractor)) && isFound(contractor),
  )

  return (
    <>
      {contractors.length > 0 && (
        <search className="toolbar" aria-label="Filter contractors">
          <SearchField
            q={q}
            placeholder="Name, license, town or service"
            onSearch={(text) => onState({ ...state, q: text })}
          />
          <Choice
            frame={which}
            value={isTroubled ? 'troubled' : undefined}
            all="Everyone"
            options={[['troubled', `Needs attention (${troubled})`]]}
            onChoose={(chosen) => onState({ ...state, isTroubled: chosen !== undefined })}
          />
        </search>
      )}
      <div className="row ends list-head">
        <p className="small muted count" role="status" ref={head} tabIndex={-1}>
          {contractors.length > 0 && countInWords(shown.length, contractors.length)}
        </p>
        <div className="row">
          <button className="tool-button" type="button" onClick={() => onShow('add')}>
            Add a contractor
          </button>
          <button className="tool-button" type="button" onClick={() => onShow('import')}>
            Import CSV
          </button>
          <ExportContractors isOff={contractors.length === 0} />
        </div>
      </div>
      {shown.length === 0 && (
        <div className="empty">
          <p>
            {contractors.length === 0
              ? 'No contractors yet. Add the first one, or import a list that you keep elsewhere.'
              : 'No contractors match.'}
          </p>
        </div>
      )}
      {shown.length > 0 && <ContractorTable contractors={shown} />}
    </>
  )
}
