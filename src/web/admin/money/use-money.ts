import { navigate, useSearch } from 'wouter/use-browser-location'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import type { Account, FeeRule, Statement } from '#/contracts/money/ledger.ts'
import { statementPagePath } from '#/contracts/routes.ts'
import { useChange, useServerData } from '../shell/server-data.ts'

/** What any change of the ledger changes. The rules lie below the same path. */
const refetches = [api.money.path, api.results.path]

/** Who owes what. */
export function useAccounts() {
  return useServerData<Account[]>(api.money.path, { refetchOnMount: 'always' })
}

export function useFeeRules() {
  return useServerData<FeeRule[]>(api.feeRules.path, { refetchOnMount: 'always' })
}

/** The statement of a contractor; without a month that of this month. */
export function useStatement({ contractorId, month }: StatementView) {
  const path = pathTo(api.statement, { contractorId })
  return useServerData<Statement>(month ? `${path}?month=${month}` : path, {
    refetchOnMount: 'always',
  })
}

/** A fee as it is typed. */
type TypedRule = Record<string, string>

export function useAddRule() {
  return useChange<TypedRule>({
    call: ({ contractorId, service, ...rule }) => ({
      method: 'POST',
      path: api.addFeeRule.path,
      body: {
        ...rule,
        contractorId: contractorId ? Number(contractorId) : null,
        service: service || null,
      },
    }),
    success: 'The fee was added',
    refetches,
  })
}

export function useRemoveRule() {
  return useChange<number>({
    call: (id) => ({ method: 'DELETE', path: pathTo(api.removeFeeRule, { ruleId: id }) }),
    success: 'The fee was taken out',
    failure: 'Failed to take the fee out',
    refetches,
  })
}

/** A payment, a credit or a fee, as it is typed. */
export function useAddEntry(contractorId: number) {
  return useChange<Record<string, string>>({
    call: (body) => ({
      method: 'POST',
      path: pathTo(api.ledgerEntry, { contractorId }),
      body,
    }),
    success: 'The entry was added',
    refetches,
  })
}

export function useReverse() {
  return useChange<number>({
    call: (entryId) => ({ method: 'POST', path: pathTo(api.ledgerReversal, { entryId }) }),
    success: 'The entry was taken back',
    failure: 'Failed to take the entry back',
    refetches,
  })
}

/** The statement that is shown; undefined for the page of everything. */
export type StatementView = { contractorId: number; month: string | undefined }

/** The statement that the address names. */
export function useStatementView(): StatementView | undefined {
  const params = new URLSearchParams(useSearch())
  const contractorId = Number(params.get('contractor'))
  if (!(contractorId > 0)) return undefined
  return { contractorId, month: params.get('month') ?? undefined }
}

export function showMonth(contractorId: number, month: string | undefined): void {
  navigate(statementPagePath(contractorId, month), { replace: true })
}
