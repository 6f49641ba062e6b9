import { useEffect, useRef } from 'react'
import type { ContractorEntry } from '#/contracts/referrals/contractors.ts'
import { counted, countText } from '../shell/counts.ts'
import { Choice, SearchField } from '../shell/filters.tsx'
import { contractorSearch } from './contractor-search.ts'
import { ContractorTable, sorted, sortOptions, usualSort } from './contractor-table.tsx'
import { ExportContractors } from './import-contractors.tsx'
import type { ListState, View } from './use-contractors.ts'

const which = { name: 'which', label: 'Show' }
const order = { name: 'order', label: 'Sort by' }

const needsYou = ({ standing }: ContractorEntry) => standing.some(({ tone }) => tone !== 'quiet')

function countInWords(shown: number, total: number): string {
  const all = counted(total, 'contractor')
  return shown === total ? all : `${countText(shown)} of ${all}`
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
  const { q, isTroubled, sort } = state
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
          <div className="contractor-order">
            <Choice
              frame={order}
              value={sort.by}
              options={sortOptions}
              onChoose={(by) => onState({ ...state, sort: usualSort(by) })}
            />
          </div>
        </search>
      )}
      <div className="list-head">
        <p className="count" role="status" ref={head} tabIndex={-1}>
          {contractors.length > 0 && countInWords(shown.length, contractors.length)}
        </p>
        <div className="list-actions">
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
      {shown.length > 0 && (
        <ContractorTable
          contractors={sorted(shown, sort)}
          sort={sort}
          onSort={(next) => onState({ ...state, sort: next })}
          onOpen={(id) => onShow({ show: id })}
        />
      )}
    </>
  )
}
